// Row-wise softmax, one block per row, the way ML kernels are usually launched from a small operator class.
#include <cuda_runtime.h>

#include <algorithm>
#include <cfloat>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                              \
  do {                                                                                \
    cudaError_t status_ = (call);                                                     \
    if (status_ != cudaSuccess) {                                                     \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

constexpr int kThreads = 128;
constexpr unsigned kFull = 0xffffffffu;

struct MaxOp {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct SumOp {
  __device__ float operator()(float a, float b) const { return a + b; }
};

template <typename Op>
__device__ float warp_all_reduce(float v, Op op) {
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) v = op(v, __shfl_xor_sync(kFull, v, mask));
  return v;
}

template <typename Op>
__device__ float block_all_reduce(float v, Op op, float identity) {
  __shared__ float partial[kThreads / 32];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x >> 5;
  v = warp_all_reduce(v, op);
  __syncthreads();
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  v = lane < kThreads / 32 ? partial[lane] : identity;
  return warp_all_reduce(v, op);
}

__global__ void softmax_kernel(const float* __restrict__ in, float* __restrict__ out, int cols) {
  const float* x = in + static_cast<size_t>(blockIdx.x) * cols;
  float* y = out + static_cast<size_t>(blockIdx.x) * cols;
  float best = -FLT_MAX;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) best = fmaxf(best, x[c]);
  best = block_all_reduce(best, MaxOp{}, -FLT_MAX);
  float total = 0.f;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) total += expf(x[c] - best);
  total = block_all_reduce(total, SumOp{}, 0.f);
  const float scale = 1.f / total;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) y[c] = expf(x[c] - best) * scale;
}

class Softmax {
 public:
  explicit Softmax(cudaStream_t stream) : stream_(stream) {}
  void operator()(const float* in, float* out, int rows, int cols) const {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, kThreads, 0, stream_>>>(in, out, cols);  // expect: proved
    CUDA_CHECK(cudaGetLastError());
  }

 private:
  cudaStream_t stream_;
};

int main(int argc, char** argv) {
  const int rows = argc > 1 ? atoi(argv[1]) : 1024;
  const int cols = argc > 2 ? atoi(argv[2]) : 1000;
  std::vector<float> host(static_cast<size_t>(rows) * cols);
  std::generate(host.begin(), host.end(), [i = 0]() mutable { return static_cast<float>(i++ % 97); });
  float *in = nullptr, *out = nullptr;
  CUDA_CHECK(cudaMalloc(&in, host.size() * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&out, host.size() * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  Softmax softmax(stream);
  softmax(in, out, rows, cols);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost));
  printf("first: %f\n", host[0]);
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  return 0;
}
