// case: ByteOfCounter_fixed   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
__global__ void byte_of_counter(unsigned *out, int n) {
  __shared__ unsigned counts[64];
  int t = threadIdx.x;
  counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[t ^ 1], 1u);
  __syncthreads();
  out[t] = reinterpret_cast<unsigned char *>(counts)[4 * t + 1];
}
