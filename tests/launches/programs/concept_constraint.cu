// A kernel constrained by a concept that names std::convertible_to.
#include <concepts>
#include <cstdio>

template <class F, class T>
concept BinaryOp = requires(F f, T a) {
  { f(a, a) } -> std::convertible_to<T>;
};

struct Max {
  template <class T>
  __host__ __device__ constexpr T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

template <std::integral T, BinaryOp<T> Op>
__global__ void warp_reduce(const T* in, T* out, Op op) {
  T v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v = op(v, __shfl_xor_sync(0xffffffffu, v, d));
  if (threadIdx.x == 0) *out = v;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i * 37 % 32;
  warp_reduce<<<1, 32>>>(in, out, Max{});  // expect: proved
  cudaDeviceSynchronize();
  std::printf("%d\n", *out);
}
