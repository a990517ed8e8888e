// case: interleaved-reduce   expect: unsafe   class: block-reduce   launch: grid(1) block(any)   at: best[t] = max(best[t], best[t + s]);
// cause: the first round reads neighbours that may not have stored yet
// level: ptx
__global__ void biggest(const int *in, int *out) {
  __shared__ int best[1024];
  const unsigned t = threadIdx.x;
  best[t] = in[blockIdx.x * blockDim.x + t];
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0 && t + s < blockDim.x) best[t] = max(best[t], best[t + s]);
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = best[0];
}
