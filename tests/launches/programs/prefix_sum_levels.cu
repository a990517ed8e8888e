// A scan of any length by levels, with a recursive host function and a vector of sizes.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

constexpr int kThreads = 256;

__global__ void scan_block(int* data, int* sums, int n) {
  __shared__ int warps[kThreads / 32];
  const int i = blockIdx.x * kThreads + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v = i < n ? data[i] : 0;
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += other;
  }
  if (lane == 31) warps[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int s = lane < kThreads / 32 ? warps[lane] : 0;
    for (int d = 1; d < kThreads / 32; d *= 2) {
      const int other = __shfl_up_sync(0xffffffffu, s, d);
      if (lane >= d) s += other;
    }
    if (lane < kThreads / 32) warps[lane] = s;
  }
  __syncthreads();
  if (warp > 0) v += warps[warp - 1];
  if (i < n) data[i] = v;
  if (threadIdx.x == kThreads - 1 && sums != nullptr) sums[blockIdx.x] = v;
}

__global__ void add_offsets(int* data, const int* sums, int n) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (blockIdx.x > 0 && i < n) data[i] += sums[blockIdx.x - 1];
}

struct Scan {
  std::vector<int*> levels;
  void run(int* data, int n, std::size_t level) {
    const int blocks = (n + kThreads - 1) / kThreads;
    if (level == levels.size()) {
      int* sums;
      cudaMalloc(&sums, blocks * sizeof(int));
      levels.push_back(sums);
    }
    scan_block<<<blocks, kThreads>>>(data, levels[level], n);  // expect: proved
    if (blocks > 1) {
      run(levels[level], blocks, level + 1);
      add_offsets<<<blocks, kThreads>>>(data, levels[level], n);  // expect: proved
    }
  }
};

int main() {
  int* data;
  const int n = 1 << 22;
  cudaMalloc(&data, n * sizeof(int));
  Scan scan;
  scan.run(data, n, 0);
  cudaDeviceSynchronize();
  for (int* level : scan.levels) cudaFree(level);
}
