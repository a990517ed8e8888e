// Filter and statistics with cooperative groups: tiles, coalesced groups and labels.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

template <typename Group>
__device__ int group_sum(Group g, int v) {
  for (int i = g.size() / 2; i > 0; i /= 2) v += g.shfl_down(v, i);
  return v;
}

__global__ void sum_tiles(const int* data, int* result, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += data[i];
  v = group_sum(tile, v);
  if (tile.thread_rank() == 0) atomicAdd(result, v);
}

__device__ int atomic_inc_aggregated(int* counter) {
  auto g = cg::coalesced_threads();
  int first = 0;
  if (g.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(g.size()));
  return g.shfl(first, 0) + g.thread_rank();
}

__global__ void keep_positive(const int* in, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] > 0) out[atomic_inc_aggregated(count)] = in[i];
}

__global__ void warp_extremes(const int* in, int* low, int* high, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[min(i, n - 1)];
  int lo = cg::reduce(warp, v, cg::less<int>());
  int hi = cg::reduce(warp, v, cg::greater<int>());
  if (warp.thread_rank() == 0) {
    atomicMin(low, lo);
    atomicMax(high, hi);
  }
}

int main() {
  const int n = 100'003;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i % 7 - 3;
  int *data, *kept, *numbers;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&kept, n * sizeof(int));
  cudaMallocManaged(&numbers, 4 * sizeof(int));
  std::copy(host.begin(), host.end(), data);
  const int threads = 192;
  sum_tiles<<<64, threads>>>(data, numbers, n);  // expect: proved
  keep_positive<<<(n + threads - 1) / threads, threads>>>(data, kept, numbers + 1, n);  // expect: proved
  warp_extremes<<<(n + threads - 1) / threads, threads>>>(data, numbers + 2, numbers + 3, n);  // expect: proved
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}
