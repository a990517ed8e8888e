// Layer normalisation of half-precision rows, one warp per row.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>
#include <vector>

template <int kWarpsPerBlock>
__global__ void layer_norm(const __half* __restrict__ x, const __half* __restrict__ gamma,
                           const __half* __restrict__ beta, __half* __restrict__ y, int rows, int width, float eps) {
  int row = blockIdx.x * kWarpsPerBlock + threadIdx.y;
  if (row >= rows) return;
  const __half* in = x + row * width;
  __half* out = y + row * width;

  float sum = 0.0f, squares = 0.0f;
  for (int i = threadIdx.x; i < width; i += 32) {
    float v = __half2float(in[i]);
    sum += v;
    squares += v * v;
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
    squares += __shfl_xor_sync(0xffffffff, squares, offset);
  }
  float mean = sum / width;
  float inv = rsqrtf(squares / width - mean * mean + eps);
  for (int i = threadIdx.x; i < width; i += 32) {
    float v = (__half2float(in[i]) - mean) * inv;
    out[i] = __float2half(v * __half2float(gamma[i]) + __half2float(beta[i]));
  }
}

static void run_layer_norm(const __half* x, const __half* gamma, const __half* beta, __half* y, int rows, int width) {
  assert(rows > 0 && width > 0);
  constexpr int warps = 4;
  dim3 block(32, warps);
  dim3 grid((rows + warps - 1) / warps);
  layer_norm<warps><<<grid, block>>>(x, gamma, beta, y, rows, width, 1e-5f);  // expect: proved
}

int main() {
  const int rows = 333, width = 768;
  std::vector<__half> host(rows * width, __float2half(0.5f));
  __half *x, *g, *b, *y;
  cudaMalloc(&x, host.size() * sizeof(__half));
  cudaMalloc(&y, host.size() * sizeof(__half));
  cudaMalloc(&g, width * sizeof(__half));
  cudaMalloc(&b, width * sizeof(__half));
  cudaMemcpy(x, host.data(), host.size() * sizeof(__half), cudaMemcpyHostToDevice);
  run_layer_norm(x, g, b, y, rows, width);
  cudaError_t err = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(err));
  cudaFree(x);
  cudaFree(y);
  cudaFree(g);
  cudaFree(b);
}
