// case: negative-index-halved   expect: unsafe   class: race   launch: grid(any) block(32)   at: s[i / 2 * 2 + (i & 1) + 12]
// A quotient is rounded towards 0: -1 is put where 1 is.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 10;
  s[i / 2 * 2 + (i & 1) + 12] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 2];
}
