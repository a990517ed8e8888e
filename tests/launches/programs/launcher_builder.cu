// A buffer that frees itself, and a launcher class with a builder.
#include <cstdio>
#include <memory>
#include <vector>
template <class T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t n) : n_(n) { cudaMalloc(&p_, n * sizeof(T)); }
  ~DeviceBuffer() { cudaFree(p_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  T* get() { return p_; }
  size_t size() const { return n_; }
 private:
  T* p_ = nullptr;
  size_t n_;
};
class Launcher {
 public:
  Launcher& block(unsigned b) { block_ = dim3(b); return *this; }
  Launcher& over(size_t n) { n_ = n; return *this; }
  template <class K, class... A>
  void run(K kernel, A... args) {
    kernel<<<(unsigned)((n_ + block_.x - 1) / block_.x), block_>>>(args...);
  }
 private:
  dim3 block_{256};
  size_t n_ = 0;
};
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
int main() {
  const int n = 1 << 20;
  DeviceBuffer<float> in(n), out(n / 256);
  Launcher().block(256).over(n).run(sum, in.get(), out.get(), n);
  cudaDeviceSynchronize();
}
// expect without launch sum: unknown
