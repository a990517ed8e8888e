// case: negative-index-taken-apart   expect: unsafe   class: race   launch: grid(any) block(32)   at: s[i / 6 * 6 + (i % 6 + 6) % 6 + 12]
// The column is made positive and the row is not: -1 is in row 0, as 5 is.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 10;
  s[i / 6 * 6 + (i % 6 + 6) % 6 + 12] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 2];
}
