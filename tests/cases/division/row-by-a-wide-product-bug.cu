// case: row-by-a-wide-product   expect: unsafe   class: race   launch: grid(any) block(32)   at: s[row * 9 + i % 9 + 16] = in[threadIdx.x]
// 0x38e38e38 is 2^33 / 9 rounded down: 9 is in row 0, as 0 is.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 16, row = (int)((i * 0x38e38e38ll) >> 33) + (i < 0);
  s[row * 9 + i % 9 + 16] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
