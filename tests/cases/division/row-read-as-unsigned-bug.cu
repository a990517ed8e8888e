// case: row-read-as-unsigned   expect: unsafe   class: race   launch: grid(any) block(32)   at: s[(int)(i / 6 * 6 + (unsigned)i % 6u) + 12]
// The column of a negative index is taken modulo 2^32: 2^32 leaves 4, not 0.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 10;
  s[(int)(i / 6 * 6 + (unsigned)i % 6u) + 12] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 2];
}
