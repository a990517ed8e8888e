// A generic block reduction in C++20: concepts, lambdas with template parameters, span, if constexpr.
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

template <typename T>
concept Arithmetic = std::integral<T> || std::floating_point<T>;

template <typename Op, typename T>
concept BinaryOp = requires(Op op, T a) {
  { op(a, a) } -> std::convertible_to<T>;
};

struct Plus {
  template <Arithmetic T>
  __host__ __device__ constexpr T operator()(T a, T b) const { return a + b; }
};
struct Max {
  template <Arithmetic T>
  __host__ __device__ constexpr T operator()(T a, T b) const { return a > b ? a : b; }
};

template <Arithmetic T, BinaryOp<T> Op>
__device__ T warp_reduce(T v, Op op) {
  for (int offset = 16; offset > 0; offset >>= 1) v = op(v, __shfl_down_sync(0xffffffffu, v, offset));
  return v;
}

template <int Threads, Arithmetic T, BinaryOp<T> Op>
__global__ void reduce(const T* in, T* out, int n, T identity, Op op) {
  static_assert(Threads % 32 == 0);
  __shared__ T partial[Threads / 32];
  T v = identity;
  for (int i = blockIdx.x * Threads + threadIdx.x; i < n; i += Threads * gridDim.x) v = op(v, in[i]);
  v = warp_reduce(v, op);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < Threads / 32 ? partial[threadIdx.x] : identity;
    v = warp_reduce(v, op);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}

template <Arithmetic T, BinaryOp<T> Op>
T run(std::span<const T> host, T identity, Op op) {
  constexpr int threads = 256;
  const int n = static_cast<int>(host.size()), blocks = (n + threads - 1) / threads;
  T *in, *out;
  cudaMalloc(&in, host.size_bytes());
  cudaMalloc(&out, blocks * sizeof(T));
  cudaMemcpy(in, host.data(), host.size_bytes(), cudaMemcpyHostToDevice);
  reduce<threads><<<blocks, threads>>>(in, out, n, identity, op);  // expect: proved
  std::vector<T> result(blocks);
  cudaMemcpy(result.data(), out, blocks * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return std::accumulate(result.begin(), result.end(), identity, op);
}

int main() {
  std::vector<int> a(1000);
  std::iota(a.begin(), a.end(), 0);
  std::vector<float> b(5000, 0.5f);
  auto square = []<typename T>(T x) { return x * x; };
  std::printf("%d %f %d\n", run<int>(a, 0, Plus{}), run<float>(b, -1e30f, Max{}), square(3));
}
