// case: row-by-a-product   expect: unsafe   class: race   launch: grid(any) block(32)   at: s[row * 18 + i % 18 + 0]
// 0x0e38e38e is 2^32 / 18 rounded down: 18 is in row 0, as 0 is.
__device__ int high(int a, int b) {
  int out;
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(out) : "r"(a), "r"(b));
  return out;
}
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 0, row = high(i, 0x0e38e38e);
  s[row * 18 + i % 18 + 0] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
