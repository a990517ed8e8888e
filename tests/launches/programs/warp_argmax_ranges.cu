// C++20 on the host: concepts, ranges, spans and designated initialisers around a kernel that finds the largest of a row.
#include <algorithm>
#include <concepts>
#include <cstdio>
#include <cuda_runtime.h>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

template <std::floating_point T>
__global__ void argmax_rows(const T* values, int* where, int columns) {
  T best = T(-1e30);
  int at = -1;
  for (int c = threadIdx.x; c < columns; c += warpSize) {
    const T v = values[blockIdx.x * columns + c];
    if (v > best) best = v, at = c;
  }
  for (int d = 16; d > 0; d >>= 1) {
    const T other = __shfl_down_sync(0xffffffff, best, d);
    const int other_at = __shfl_down_sync(0xffffffff, at, d);
    if (other > best) best = other, at = other_at;
  }
  if (threadIdx.x == 0) where[blockIdx.x] = at;
}

struct Task {
  int rows = 1, columns = 1;
};

template <std::floating_point T>
void run(std::span<const Task> tasks, const T* values, int* where) {
  for (const Task& task : tasks | std::views::filter([](const Task& t) { return t.rows > 0; }))
    argmax_rows<T><<<task.rows, 32>>>(values, where, task.columns);  // expect: proved
}

int main() {
  const std::vector<Task> tasks{{.rows = 16, .columns = 1000}, {.rows = 8}};
  const int largest = std::ranges::max(tasks | std::views::transform([](const Task& t) { return t.rows * t.columns; }));
  float* values;
  int* where;
  cudaMalloc(&values, largest * sizeof(float));
  cudaMalloc(&where, 16 * sizeof(int));
  run<float>(tasks, values, where);
  cudaDeviceSynchronize();
}
