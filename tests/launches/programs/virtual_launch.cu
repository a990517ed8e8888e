// Methods that launch, one of them in place of another.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
class Reducer {
 public:
  explicit Reducer(int n) : n_(n), blocks_((n + kBlock - 1) / kBlock) {
    cudaMalloc(&partial_, blocks_ * sizeof(float));
  }
  virtual ~Reducer() { cudaFree(partial_); }
  float operator()(const float* in) const {
    launch(in);
    float first;
    cudaMemcpy(&first, partial_, 4, cudaMemcpyDeviceToHost);
    return first;
  }
 protected:
  virtual void launch(const float* in) const { sum<<<blocks_, kBlock>>>(in, partial_, n_); }  // expect: proved
  static constexpr int kBlock = 256;
  int n_, blocks_;
  float* partial_ = nullptr;
};
class Twice : public Reducer {
 public:
  using Reducer::Reducer;
 protected:
  void launch(const float* in) const override {
    Reducer::launch(in);
    sum<<<dim3(blocks_), dim3(kBlock)>>>(in, partial_, n_);  // expect: proved
  }
};
int main() {
  float* in;
  cudaMalloc(&in, 4 << 20);
  Twice r(1 << 20);
  return r(in) > 0;
}
