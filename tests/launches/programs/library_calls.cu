// Kernels beside calls of cuBLAS and complex numbers.
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void scale(cuComplex* x, cuComplex by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = cuCmulf(x[i], by);
}

__global__ void row_sums(const float* m, float* sums, int columns) {
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += 32) sum += m[blockIdx.x * columns + c];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main() {
  const int n = 512;
  float *a, *b, *c;
  cuComplex* z;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMalloc(&z, n * sizeof(cuComplex));
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);
  row_sums<<<n, 32>>>(c, a, n);  // expect: proved
  scale<<<(n + 127) / 128, 128>>>(z, make_cuComplex(0, 1), n);  // expect: proved
  cublasDestroy(handle);
}
