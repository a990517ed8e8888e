// y = a x + y in half precision.
#include <cuda_fp16.h>
#include <stdio.h>

__global__ __launch_bounds__(256) void axpy(int n, half a, const half* x, half* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma(a, x[i], y[i]);
}

static int div_up(int a, int b) { return (a + b - 1) / b; }

int main() {
  int n = 3000;
  half *x, *y;
  cudaMalloc(&x, n * sizeof(half));
  cudaMalloc(&y, n * sizeof(half));
  axpy<<<div_up(n, 256), 256>>>(n, __float2half(2.0f), x, y);  // expect: proved
  cudaError_t error = cudaDeviceSynchronize();
  if (error) printf("%s\n", cudaGetErrorName(error));
  return error;
}
