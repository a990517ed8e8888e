// case: whole-warps-by-grid-bug   expect: unsafe   class: mask   launch: grid(any) block(256)   at: const unsigned mask = __ballot_sync(0xffffffffu, i < n && in[i] > 0);
// cause: where n is no multiple of 32, lanes of one warp leave the loop in different iterations
__global__ void k(const int* in, unsigned* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned mask = __ballot_sync(0xffffffffu, i < n && in[i] > 0);
    if (threadIdx.x % 32 == 0) out[i / 32] = mask;
  }
  __syncwarp();
}
