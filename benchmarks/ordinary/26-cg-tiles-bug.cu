// Cooperative groups: sub-warp tiles sum rows of 16, coalesced groups aggregate an atomic counter.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <int SIZE>
__device__ int tile_sum(cg::thread_block_tile<SIZE> tile, int v) {
  for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o);
  return v;
}

__global__ void tile_rows(const int* in, int* sums, int* big, int rows, int threshold) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  __shared__ int staged[16][16];
  const int row = blockIdx.x * 16 + tile.meta_group_rank();
  if (row < rows) {
    const int v = in[row * 16 + tile.thread_rank()];
    staged[tile.meta_group_rank()][tile.thread_rank()] = v * v;
    const int w = staged[tile.meta_group_rank()][15 - tile.thread_rank()];
    const int s = tile_sum<16>(tile, w);
    if (tile.thread_rank() == 0) {
      sums[row] = s;
      if (s > threshold) {
        cg::coalesced_group active = cg::coalesced_threads();
        int base = 0;
        if (active.thread_rank() == 0) base = atomicAdd(big, (int)active.size());
        base = active.shfl(base, 0);
        big[1 + base + active.thread_rank()] = row;
      }
    }
  }
}

void run(const int* in, int* sums, int* big, int rows, int threshold) { tile_rows<<<(rows + 15) / 16, 256>>>(in, sums, big, rows, threshold); }
