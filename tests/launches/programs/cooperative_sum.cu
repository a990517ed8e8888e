// A sum with cooperative groups: tiles, then the block.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int reduce(cg::thread_block_tile<32> tile, int v) {
  for (int i = tile.size() / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
  return v;
}

__global__ void sum_tiles(const int* in, int* out, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  int v = 0;
  for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += gridDim.x * blockDim.x) v += in[i];
  v = reduce(tile, v);
  if (tile.thread_rank() == 0) atomicAdd(out, v);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  for (int i = 0; i < 4096; ++i) in[i] = i;
  *out = 0;
  int n = 4096;
  void* arguments[] = {&in, &out, &n};
  cudaLaunchKernel((void*)sum_tiles, dim3(4), dim3(192), arguments, 0, nullptr);  // expect: proved
  cudaDeviceSynchronize();
  printf("%d\n", *out);
  cudaFree(in);
  cudaFree(out);
}
