// An exclusive scan with warp shuffles; C++20 ranges and designated initialisers on the host; a device lambda.
#include <algorithm>
#include <bit>
#include <compare>
#include <cstdio>
#include <iterator>
#include <numbers>
#include <ranges>
#include <vector>

struct Shape {
  unsigned threads = 256, items = 1;
  auto operator<=>(const Shape&) const = default;
};

template <unsigned Threads, typename T>
__global__ void exclusive_scan(const T* in, T* out, T* totals, unsigned n) {
  __shared__ T warp_totals[Threads / 32];
  const unsigned i = blockIdx.x * Threads + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const T value = i < n ? in[i] : T{};
  T sum = value;
#pragma unroll
  for (unsigned d = 1; d < 32; d <<= 1) {
    const T other = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += other;
  }
  if (lane == 31) warp_totals[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    T total = lane < Threads / 32 ? warp_totals[lane] : T{};
#pragma unroll
    for (unsigned d = 1; d < Threads / 32; d <<= 1) {
      const T other = __shfl_up_sync(~0u, total, d);
      if (lane >= d) total += other;
    }
    if (lane < Threads / 32) warp_totals[lane] = total;
  }
  __syncthreads();
  const T before = warp > 0 ? warp_totals[warp - 1] : T{};
  if (i < n) out[i] = before + sum - value;
  if (threadIdx.x == Threads - 1) totals[blockIdx.x] = before + sum;
}

template <class F>
__global__ void apply(unsigned n, F f) {
  if (const unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n) f(i);
}

int main() {
  constexpr Shape shape{.threads = 256};
  static_assert(std::has_single_bit(shape.threads));
  const unsigned n = 100'000;
  std::vector<int> host(n);
  for (int k = 0; auto& v : host | std::views::reverse) v = k++ % 3;
  const unsigned blocks = (n + shape.threads - 1) / shape.threads;
  int *in, *out, *totals;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&totals, blocks * sizeof(int));
  cudaMemcpy(in, std::ranges::data(host), n * sizeof(int), cudaMemcpyHostToDevice);
  exclusive_scan<shape.threads><<<blocks, shape.threads>>>(in, out, totals, n);  // expect: proved
  apply<<<blocks, shape.threads>>>(n, [=] __device__(unsigned i) { out[i] *= 2; });  // expect: proved
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%zu %f\n", std::ranges::count_if(host, [](int v) { return v % 2 == 0; }) + size_t{}, std::numbers::pi);
}
