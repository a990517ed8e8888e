// Fields of a configuration that a function is given, by reference or by value, with values of the class where none is given.
#include <cstdint>
struct Tile {
  int x = 8, y = 8;
};
struct Config {
  int block = 128;
  int items = 4;
  Tile tile;
};
struct Shape {
  dim3 grid, block;
};
// Threads of a block of no more than 256 threads write different elements.
__global__ void write(float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void tile(float* out, int width) {
  __shared__ float s[8][9];
  s[threadIdx.y][threadIdx.x] = out[threadIdx.y * width + threadIdx.x];
}
__global__ void items(float* out, int n, int per_thread) {
  int first = threadIdx.x * per_thread;
  for (int i = 0; i < 4; ++i)
    if (first + i < n) out[first + i] = i;
}
void by_reference(float* d, const Config& config) {
  write<<<4, config.block>>>(d);  // expect: proved
}
template <typename T>
void by_value(T* d, std::uint32_t n, Config config) {
  const int blocks = (n + config.block - 1) / config.block;
  write<<<blocks, config.block>>>(d);  // expect: proved
}
void nested(float* d, const Config& config) {
  tile<<<1, dim3(config.tile.x, config.tile.y)>>>(d, config.tile.x);  // expect: proved
}
void passed(float* d, const Config& config) { by_reference(d, config); }
void shaped(float* d, const Shape& shape) {
  write<<<shape.grid, shape.block>>>(d);  // expect: proved
}
void per_thread(float* d, int n, const Config& config) {
  items<<<1, config.block>>>(d, n, config.items);  // expect: proved
}
void all(float* d, int n) {
  by_reference(d, Config{.block = 256});
  by_reference(d, {});
  by_value(d, n, Config{.block = 64, .items = 2});
  nested(d, Config{});
  const Config of_all{.block = 32};
  passed(d, of_all);
  Config copy = of_all;
  copy.items = 9;
  passed(d, copy);
  shaped(d, {dim3(5), dim3(128)});
  per_thread(d, n, Config{});
}
int get();
int main() {
  float* d;
  cudaMalloc(&d, 1 << 20);
  all(d, get());
}
