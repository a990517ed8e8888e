// Sparse matrix times vector, CSR. A vector of 2 to 32 lanes works on each row, chosen from the rows' average length.
#include <cuda_runtime.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace sparse {

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t n) : size_(n) {
    if (cudaMalloc(reinterpret_cast<void**>(&data_), n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
  }
  explicit DeviceArray(const std::vector<T>& v) : DeviceArray(v.size()) {
    cudaMemcpy(data_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <int LanesPerRow, typename Index, typename Value>
__global__ void csr_vector(Index rows, const Index* offsets, const Index* columns, const Value* values, const Value* x,
                           Value* y) {
  constexpr int kRows = 128 / LanesPerRow;
  const Index row = blockIdx.x * kRows + threadIdx.x / LanesPerRow;
  const int lane = threadIdx.x % LanesPerRow;
  Value sum = 0;
  if (row < rows) {
    for (Index i = offsets[row] + lane; i < offsets[row + 1]; i += LanesPerRow) sum += values[i] * x[columns[i]];
  }
#pragma unroll
  for (int d = LanesPerRow / 2; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d, LanesPerRow);
  if (row < rows && lane == 0) y[row] = sum;
}

template <int Lanes>
void launch(int rows, const DeviceArray<int>& offsets, const DeviceArray<int>& columns,
            const DeviceArray<double>& values, const DeviceArray<double>& x, DeviceArray<double>& y) {
  constexpr int rows_per_block = 128 / Lanes;
  const int blocks = (rows + rows_per_block - 1) / rows_per_block;
  csr_vector<Lanes><<<blocks, 128>>>(rows, offsets.data(), columns.data(), values.data(), x.data(), y.data());  // expect: proved
}

void multiply(int rows, int average, const DeviceArray<int>& offsets, const DeviceArray<int>& columns,
              const DeviceArray<double>& values, const DeviceArray<double>& x, DeviceArray<double>& y) {
  if (average <= 2)
    launch<2>(rows, offsets, columns, values, x, y);
  else if (average <= 8)
    launch<8>(rows, offsets, columns, values, x, y);
  else
    launch<32>(rows, offsets, columns, values, x, y);
}

}  // namespace sparse

int main() {
  const int rows = 10'000;
  std::vector<int> offsets(rows + 1);
  for (int r = 0; r <= rows; ++r) offsets[r] = 3 * r;
  std::vector<int> columns(offsets.back());
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = static_cast<int>((i * 7919) % rows);
  std::vector<double> values(columns.size(), 1.0), x(rows, 2.0);
  sparse::DeviceArray<int> d_offsets(offsets), d_columns(columns);
  sparse::DeviceArray<double> d_values(values), d_x(x), d_y(rows);
  sparse::multiply(rows, offsets.back() / rows, d_offsets, d_columns, d_values, d_x, d_y);
  if (const auto status = cudaDeviceSynchronize(); status != cudaSuccess) {
    std::cerr << cudaGetErrorString(status) << '\n';
    return 1;
  }
  std::vector<double> y(rows);
  cudaMemcpy(y.data(), d_y.data(), rows * sizeof(double), cudaMemcpyDeviceToHost);
  std::cout << std::accumulate(y.begin(), y.end(), 0.0) << '\n';
}
