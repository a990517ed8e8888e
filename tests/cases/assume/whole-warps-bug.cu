// case: assume-whole-warps-bug   expect: unsafe   class: assumption   launch: grid(any) block(any:32)   rule: shfl.inactive-source   at: __shfl_down_sync
// assume: n % 16 == 0
// cause: half a warp passes the test, and its last lane reads from the other half, which has left
__global__ void k(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
