// Several sizes of a template behind a macro, and a loop over a list of numbers.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>
template <typename T, int WARPS>
__global__ void rmsnorm(const T *__restrict__ x, const T *__restrict__ w, T *__restrict__ y, int hidden, float eps) {
  const int row = blockIdx.x;
  x += (int64_t)row * hidden; y += (int64_t)row * hidden;
  float ss = 0;
  for (int i = threadIdx.x; i < hidden; i += WARPS * 32) { float v = x[i]; ss += v * v; }
  __shared__ float red[WARPS];
  __shared__ float scale;
#pragma unroll
  for (int o = 16; o; o >>= 1) ss += __shfl_xor_sync(0xffffffff, ss, o);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) red[warp] = ss;
  __syncthreads();
  if (warp == 0) {
    float t = lane < WARPS ? red[lane] : 0.f;
    for (int o = WARPS / 2; o; o >>= 1) t += __shfl_xor_sync(0xffffffff, t, o);
    if (lane == 0) scale = rsqrtf(t / hidden + eps);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < hidden; i += WARPS * 32) y[i] = x[i] * scale * w[i];
}
#define DISPATCH(W) case W: rmsnorm<float, W><<<rows, W * 32, 0, stream>>>(x, w, y, hidden, 1e-5f); break
void run(const float *x, const float *w, float *y, int rows, int hidden, cudaStream_t stream) {
  int warps = hidden >= 4096 ? 16 : hidden >= 1024 ? 8 : 4;
  switch (warps) { DISPATCH(4); DISPATCH(8); DISPATCH(16); default: printf("no\n"); }  // expect: proved
}
int main() {
  float *x, *w, *y;
  cudaMalloc(&x, 4096 * 64 * 4); cudaMalloc(&w, 4096 * 4); cudaMalloc(&y, 4096 * 64 * 4);
  for (int h : {512, 1024, 4096}) run(x, w, y, 64, h, 0);
  return cudaDeviceSynchronize() != cudaSuccess;
}
