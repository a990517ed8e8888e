// case: grid-histogram   expect: safe   class: inter-block   launch: grid(4) block(128)   at: -
// Bins of a block in shared memory, then of all blocks.
__global__ void histogram(const unsigned* in, unsigned* bins) {
  __shared__ unsigned mine[16];
  const unsigned t = threadIdx.x;
  if (t < 16) mine[t] = 0;
  __syncthreads();
  atomicAdd(&mine[in[blockIdx.x * 128 + t] & 15], 1u);
  __syncthreads();
  if (t < 16) atomicAdd(&bins[t], mine[t]);
}
