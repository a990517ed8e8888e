// case: negative-row-by-a-product   expect: unsafe   class: race   launch: grid(any) block(32)   at: s[row * 7 + i % 7 + 16]
// The factor is one less: 7 is in row 0, as 0 is.
__device__ int high(int a, int b) {
  int out;
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(out) : "r"(a), "r"(b));
  return out;
}
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 16, row = ((high(i, (int)0x92492492) + i) >> 2) + (i < 0);
  s[row * 7 + i % 7 + 16] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
