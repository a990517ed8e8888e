// case: tile-of-head   expect: safe   class: grid-stride-tiles   launch: grid(any) block(32,4)   rule: -   at: -
// assume: count <= 2
// note: tiles are taken in a grid-stride loop, and each warp stores sixteen of a tile's rows by what the block read
extern "C" __global__ void tiles(const int *in, const int *ids, int *out, int count) {
  __shared__ int kept[64];
  for (int tile = blockIdx.x; tile < count; tile += gridDim.x) {
    const int own = threadIdx.y * 32 + threadIdx.x;
    if (own < 64) kept[own] = ids[tile * 64 + own];
    __syncthreads();
    int sum = in[tile * 32 + threadIdx.x];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    for (int first = 0; first < 64; first += 4) {
      const int j = first + threadIdx.y;
      out[(size_t)(tile * 64 + j) * 32 + threadIdx.x] = sum + kept[j];
    }
    __syncthreads();
  }
}
