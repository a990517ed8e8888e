// case: builtin-assume-bug   expect: unsafe   class: assumption   launch: grid(any) block(any:32)   rule: shfl.inactive-source   at: __shfl_down_sync
// cause: n is a multiple of 16 only
__global__ void k(int* out, int n) {
  __builtin_assume(n % 16 == 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
