// case: interleaved-reduce   expect: safe   class: block-reduce   launch: grid(1) block(any)   at: -
__global__ void biggest(const int *in, int *out) {
  __shared__ int best[1024];
  const unsigned t = threadIdx.x;
  best[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0 && t + s < blockDim.x) best[t] = max(best[t], best[t + s]);
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = best[0];
}
