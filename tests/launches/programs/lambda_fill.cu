// A parallel_for with device lambdas, grid from the occupancy calculator, unified memory in a small owner class.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

template <class T>
struct ManagedDeleter {
  void operator()(T* p) const { cudaFree(p); }
};
template <class T>
using managed_ptr = std::unique_ptr<T[], ManagedDeleter<T>>;

template <class T>
managed_ptr<T> make_managed(std::size_t n) {
  T* p = nullptr;
  if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess) std::abort();
  return managed_ptr<T>(p);
}

template <class F>
__global__ void for_kernel(int begin, int end, F f) {
  for (int i = begin + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) f(i);
}

template <class F>
void parallel_for(int begin, int end, F f) {
  int grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, for_kernel<F>, 0, 0);
  for_kernel<<<grid, block>>>(begin, end, f);  // expect: proved
}

int main() {
  const int n = 1000;
  auto x = make_managed<float>(n);
  auto y = make_managed<float>(n);
  float *px = x.get(), *py = y.get();
  parallel_for(0, n, [=] __device__(int i) { px[i] = 0.1f * i; });
  parallel_for(0, n, [=] __device__(int i) { py[i] = 2.f * px[i] + 1.f; });
  parallel_for(1, n - 1, [=] __device__(int i) { px[i] = 0.5f * (py[i - 1] + py[i + 1]); });
  cudaDeviceSynchronize();
  std::printf("%g\n", x[1]);
}
