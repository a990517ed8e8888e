// Sums of blocks by cub::BlockReduce. The first kernel uses its storage twice with a barrier in between; the second has none.
#include <cub/block/block_reduce.cuh>
constexpr int kBlock = 128;

__global__ void sum_and_most(const int* in, int* sums, int* most, int n) {
  using Reduce = cub::BlockReduce<int, kBlock>;
  __shared__ typename Reduce::TempStorage storage;
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int v = i < n ? in[i] : 0;
  const int sum = Reduce(storage).Sum(v);
  __syncthreads();
  const int all = Reduce(storage).Sum(v > 0 ? 1 : 0);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    most[blockIdx.x] = all;
  }
}

__global__ void without_barrier(const int* in, int* sums, int* most, int n) {
  using Reduce = cub::BlockReduce<int, kBlock>;
  __shared__ typename Reduce::TempStorage storage;
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int v = i < n ? in[i] : 0;
  const int sum = Reduce(storage).Sum(v);
  const int all = Reduce(storage).Sum(v > 0 ? 1 : 0);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    most[blockIdx.x] = all;
  }
}

int main() {
  const int n = 1000;
  int *in, *sums, *most;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&sums, 8 * sizeof(int));
  cudaMalloc(&most, 8 * sizeof(int));
  sum_and_most<<<8, kBlock>>>(in, sums, most, n);  // expect: proved
  without_barrier<<<8, kBlock>>>(in, sums, most, n);  // expect: violation
  return cudaDeviceSynchronize();
}
