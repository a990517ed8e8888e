// case: row-by-a-wide-product   expect: safe   class: race   launch: grid(any) block(32)   at: -
// A row of 9 by a product of 64 bits: 0x38e38e39 is 2^33 / 9, rounded up, and one more for a negative index.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 16, row = (int)((i * 0x38e38e39ll) >> 33) + (i < 0);
  s[row * 9 + i % 9 + 16] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
