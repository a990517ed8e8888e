// A class that owns a buffer and keeps how it launches.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#define CUDA_CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)

template <int BLOCK>
__global__ void reduceMax(const float *__restrict__ in, float *__restrict__ out, int n) {
  __shared__ float s[BLOCK];
  float m = -1e30f;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) m = fmaxf(m, in[i]);
  s[threadIdx.x] = m;
  __syncthreads();
#pragma unroll
  for (int o = BLOCK / 2; o > 0; o >>= 1) {
    if (threadIdx.x < o) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + o]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

class MaxReducer {
 public:
  explicit MaxReducer(int n, cudaStream_t s = 0) : n_(n), stream_(s), block_(256), grid_(std::min((n + 255) / 256, 1024)) {
    CUDA_CHECK(cudaMalloc(&partial_, grid_ * sizeof(float)));
  }
  ~MaxReducer() { cudaFree(partial_); }
  void run(const float *in, float *out) const {
    reduceMax<256><<<grid_, block_, 0, stream_>>>(in, partial_, n_);  // expect: proved
    CUDA_CHECK(cudaGetLastError());
    reduceMax<256><<<1, 256, 0, stream_>>>(partial_, out, grid_);  // expect: proved
    CUDA_CHECK(cudaGetLastError());
  }
 private:
  int n_;
  cudaStream_t stream_;
  int block_;
  int grid_;
  float *partial_ = nullptr;
};

int main() {
  const int n = 1 << 20;
  std::vector<float> h(n, 1.f);
  float *d, *o;
  CUDA_CHECK(cudaMalloc(&d, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&o, sizeof(float)));
  CUDA_CHECK(cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  MaxReducer r(n);
  r.run(d, o);
  float res;
  CUDA_CHECK(cudaMemcpy(&res, o, sizeof(float), cudaMemcpyDeviceToHost));
  printf("%f\n", res);
  cudaFree(d);
  cudaFree(o);
  return 0;
}
