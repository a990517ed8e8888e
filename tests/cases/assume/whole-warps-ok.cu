// case: assume-whole-warps-ok   expect: safe   class: assumption   launch: grid(any) block(any:32)   at: -
// assume: n % 32 == 0
// cause: warps whose threads pass the test together name themselves in the full mask
__global__ void k(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
