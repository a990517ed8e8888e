// Two kernels, launched from a class.
#include <memory>
#include <stdexcept>
#include <string>

__global__ void scan_block(const int* in, int* out, int* sums) {
  __shared__ int s[2][256];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = s[from][t];
  if (t == 255) sums[blockIdx.x] = s[from][t];
}

__global__ void add_offset(int* out, const int* offsets) {
  if (blockIdx.x > 0) out[blockIdx.x * 256 + threadIdx.x] += offsets[blockIdx.x - 1];
}

class Scanner {
 public:
  explicit Scanner(int blocks) : blocks_(blocks) {
    if (cudaMalloc(&sums_, blocks * sizeof(int)) != cudaSuccess) throw std::runtime_error("no memory");
  }
  ~Scanner() { cudaFree(sums_); }
  void run(const int* in, int* out) const {
    constexpr int kThreads = 256;
    scan_block<<<blocks_, kThreads>>>(in, out, sums_);  // expect: proved
    add_offset<<<blocks_, kThreads>>>(out, sums_);      // expect: proved
  }

 private:
  int blocks_;
  int* sums_ = nullptr;
};

int main() {
  auto scanner = std::make_unique<Scanner>(64);
  int *in, *out;
  cudaMalloc(&in, 64 * 256 * sizeof(int));
  cudaMalloc(&out, 64 * 256 * sizeof(int));
  scanner->run(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
