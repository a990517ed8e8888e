// case: negative-index-taken-apart   expect: safe   class: race   launch: grid(any) block(32)   at: -
// Row and column of a negative index are rounded towards 0 alike, so that they meet at the index again.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 10;
  s[i / 6 * 6 + i % 6 + 12] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 2];
}
