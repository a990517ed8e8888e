// case: assume-whole-warps-bug   expect: unsafe   class: assumption   launch: grid(any) block(any:32)   rule: mask.missing   at: __shfl_down_sync
// assume: n % 16 == 0
// cause: half a warp passes the test and waits for the other half
__global__ void k(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
