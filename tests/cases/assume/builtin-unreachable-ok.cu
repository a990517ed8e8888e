// case: builtin-unreachable-ok   expect: safe   class: assumption   launch: grid(any) block(any:32)   rule: -   at: -
// cause: the program promises its compiler that n is a multiple of 32
__global__ void k(int* out, int n) {
  if (n % 32 != 0) __builtin_unreachable();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
