// case: whole-warps-by-grid-ok   expect: safe   class: mask   launch: grid(any) block(256)   rule: -   at: -
// note: the grid moves a warp by whole warps, so its lanes leave the loop together
__global__ void k(const int* in, unsigned* out, int n) {
  const int rounded = (n + 31) & ~31;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rounded; i += gridDim.x * blockDim.x) {
    const unsigned mask = __ballot_sync(0xffffffffu, i < n && in[i] > 0);
    if (threadIdx.x % 32 == 0) out[i / 32] = mask;
  }
  __syncwarp();
}
