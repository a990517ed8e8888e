// Bias and GELU on bfloat16 activations, two per thread, launched through a helper that checks errors.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

template <typename... Params, typename... Args>
void launch_1d(void (*kernel)(Params...), int items, int threads, cudaStream_t stream, Args&&... args) {
  if (items <= 0) return;
  const int blocks = (items + threads - 1) / threads;
  kernel<<<blocks, threads, 0, stream>>>(std::forward<Args>(args)...);  // expect: proved
  const cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) {
    std::fprintf(stderr, "launch failed: %s\n", cudaGetErrorString(e));
    std::abort();
  }
}

__device__ __forceinline__ float gelu(float x) {
  const float kAlpha = 0.7978845608f;
  return 0.5f * x * (1.0f + tanhf(kAlpha * (x + 0.044715f * x * x * x)));
}

__global__ void bias_gelu(__nv_bfloat162* __restrict__ y, const __nv_bfloat162* __restrict__ x,
                          const __nv_bfloat162* __restrict__ bias, int rows, int half_width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * half_width) return;
  const float2 v = __bfloat1622float2(x[i]);
  const float2 b = __bfloat1622float2(bias[i % half_width]);
  y[i] = __floats2bfloat162_rn(gelu(v.x + b.x), gelu(v.y + b.y));
}

__global__ void column_max(const __nv_bfloat16* x, float* out, int rows, int width) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= width) return;
  float best = -1e30f;
  for (int r = 0; r < rows; ++r) best = fmaxf(best, __bfloat162float(x[r * width + c]));
  out[c] = best;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 64;
  const int width = 1024;
  __nv_bfloat16 *x, *y, *bias;
  float* best;
  cudaMalloc(&x, sizeof(*x) * rows * width);
  cudaMalloc(&y, sizeof(*y) * rows * width);
  cudaMalloc(&bias, sizeof(*bias) * width);
  cudaMalloc(&best, sizeof(*best) * width);
  cudaStream_t s;
  cudaStreamCreate(&s);
  launch_1d(bias_gelu, rows * (width / 2), 256, s, reinterpret_cast<__nv_bfloat162*>(y),
            reinterpret_cast<const __nv_bfloat162*>(x), reinterpret_cast<const __nv_bfloat162*>(bias), rows, width / 2);
  launch_1d(column_max, width, 128, s, y, best, rows, width);
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}
