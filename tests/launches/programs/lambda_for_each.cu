// A kernel template that calls a lambda for each element.
#include <cstdio>

template <typename F>
__global__ void for_each(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}

template <typename F>
void launch_for_each(int n, F f, cudaStream_t stream) {
  const int block = 128;
  for_each<<<(n + block - 1) / block, block, 0, stream>>>(n, f);  // expect: proved
}

int main() {
  const int n = 5000;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  launch_for_each(n, [=] __device__(int i) { y[i] = 2.0f * x[i]; }, stream);
  launch_for_each(n, [x] __device__(int i) { x[i] = 0; }, stream);
  cudaStreamSynchronize(stream);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
