// case: row-by-a-product   expect: safe   class: race   launch: grid(any) block(32)   at: -
// A row is found by a multiplication: 0x0e38e38f is 2^32 / 18, rounded up.
__device__ int high(int a, int b) {
  int out;
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(out) : "r"(a), "r"(b));
  return out;
}
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 0, row = high(i, 0x0e38e38f);
  s[row * 18 + i % 18 + 0] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
