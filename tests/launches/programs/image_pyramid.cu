// A class template with a pyramid of images: sizes are halved in a loop, shapes come from a static method.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>
#include <memory>
#include <vector>

template <typename T>
__global__ void downsample(const T* in, T* out, int width, int height) {
  __shared__ T tile[16][16 + 1];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = x < width && y < height ? in[y * width + x] : T(0);
  __syncthreads();
  if (threadIdx.x % 2 == 0 && threadIdx.y % 2 == 0 && x + 1 < width && y + 1 < height) {
    const T sum = tile[threadIdx.y][threadIdx.x] + tile[threadIdx.y + 1][threadIdx.x] + tile[threadIdx.y][threadIdx.x + 1] +
                  tile[threadIdx.y + 1][threadIdx.x + 1];
    out[(y / 2) * (width / 2) + x / 2] = sum / 4;
  }
}

template <typename T>
class Pyramid {
 public:
  Pyramid(int width, int height) : width_(width), height_(height) {
    for (int w = width, h = height; w >= 2 && h >= 2; w /= 2, h /= 2) {
      T* level = nullptr;
      cudaMalloc(&level, sizeof(T) * w * h);
      levels_.push_back(level);
    }
  }
  ~Pyramid() {
    for (T* level : levels_) cudaFree(level);
  }
  void build(cudaStream_t stream) {
    int w = width_, h = height_;
    for (std::size_t i = 1; i < levels_.size(); ++i) {
      const dim3 block = block_shape();
      downsample<<<grid_shape(w, h), block, 0, stream>>>(levels_[i - 1], levels_[i], w, h);  // expect: proved
      w /= 2;
      h /= 2;
    }
  }

 private:
  static dim3 block_shape() {
    constexpr int kSide = 16;
    return dim3(kSide, kSide);
  }
  static dim3 grid_shape(int w, int h) {
    const dim3 block = block_shape();
    return dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  }
  int width_, height_;
  std::vector<T*> levels_;
};

int main() {
  auto pyramid = std::make_unique<Pyramid<float>>(1920, 1080);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  pyramid->build(stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
