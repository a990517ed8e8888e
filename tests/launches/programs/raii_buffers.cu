// RAII wrappers, exceptions, move semantics, unique_ptr with a deleter.
#include <cuda_runtime_api.h>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const char* file, int line)
      : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + cudaGetErrorString(code)), code_(code) {}
  cudaError_t code() const noexcept { return code_; }

 private:
  cudaError_t code_;
};
#define check(x) check_status((x), __FILE__, __LINE__)
inline void check_status(cudaError_t code, const char* file, int line) {
  if (code != cudaSuccess) throw CudaError(code, file, line);
}

template <typename T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t count) : count_(count) { check(cudaMalloc(reinterpret_cast<void**>(&data_), bytes())); }
  ~DeviceBuffer() { if (data_) cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  DeviceBuffer(DeviceBuffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), count_(other.count_) {}
  void upload(const std::vector<T>& host) { check(cudaMemcpy(data_, host.data(), bytes(), cudaMemcpyHostToDevice)); }
  std::vector<T> download() const {
    std::vector<T> host(count_);
    check(cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return host;
  }
  T* get() { return data_; }
  const T* get() const { return data_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

struct StreamDeleter {
  void operator()(CUstream_st* s) const { cudaStreamDestroy(s); }
};
using Stream = std::unique_ptr<CUstream_st, StreamDeleter>;
Stream make_stream() {
  cudaStream_t s;
  check(cudaStreamCreate(&s));
  return Stream(s);
}

__global__ void fill_sequence(unsigned* out, unsigned n, unsigned first) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = first + i;
}
__global__ void reverse_blocks(unsigned* data) {
  extern __shared__ unsigned tmp[];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tmp[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = tmp[blockDim.x - 1 - threadIdx.x];
}

int main() try {
  constexpr unsigned kBlock = 192;
  const std::size_t n = kBlock * 100;
  DeviceBuffer<unsigned> buffer(n);
  const Stream stream = make_stream();
  fill_sequence<<<static_cast<unsigned>((n + kBlock - 1) / kBlock), kBlock, 0, stream.get()>>>(  // expect: proved
      buffer.get(), static_cast<unsigned>(buffer.size()), 7u);
  check(cudaPeekAtLastError());
  reverse_blocks<<<n / kBlock, kBlock, kBlock * sizeof(unsigned), stream.get()>>>(buffer.get());  // expect: proved
  check(cudaGetLastError());
  check(cudaStreamSynchronize(stream.get()));
  for (unsigned v : buffer.download()) std::cout << v << ' ';
  std::map<std::string_view, int> names{{"a", 1}};
  std::optional<int> maybe = names["a"];
  std::ostringstream text;
  text << maybe.value_or(0);
  std::cout << text.str() << '\n';
} catch (const CudaError& e) {
  std::cerr << e.what() << " (" << e.code() << ")\n";
  return 1;
}
