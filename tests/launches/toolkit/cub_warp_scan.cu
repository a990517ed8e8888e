// Prefix sums of warps by cub::WarpScan. The second kernel asks for the sum of the warp, which is that of its last lane, where
// that has left.
#include <cub/warp/warp_scan.cuh>

__global__ void scan(const int* in, int* out) {
  using Scan = cub::WarpScan<int>;
  __shared__ typename Scan::TempStorage storage[4];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum;
  Scan(storage[threadIdx.x / 32]).InclusiveSum(in[i], sum);
  out[i] = sum;
}

__global__ void some_lanes(const int* in, int* out, int n) {
  using Scan = cub::WarpScan<int>;
  __shared__ typename Scan::TempStorage storage[4];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum, all;
  Scan(storage[threadIdx.x / 32]).InclusiveSum(in[i], sum, all);
  out[i] = all - sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 1024 * sizeof(int));
  cudaMalloc(&out, 1024 * sizeof(int));
  scan<<<8, 128>>>(in, out);  // expect: proved
  some_lanes<<<8, 128>>>(in, out, 1000);  // expect: violation
  return cudaDeviceSynchronize();
}
