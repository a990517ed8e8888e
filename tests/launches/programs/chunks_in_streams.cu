// Chunks in streams of their own, with events around them.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
int main() {
  constexpr int kStreams = 4, kThreads = 256;
  const int n = 1 << 20, chunk = n / kStreams;
  cudaStream_t streams[kStreams];
  cudaEvent_t start, stop;
  float *in, *out, ms;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n / kThreads * sizeof(float)));
  for (auto& s : streams) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  for (int i = 0; i < kStreams; ++i)
    sum<<<chunk / kThreads, kThreads, 0, streams[i]>>>(in + i * chunk, out + i * chunk / kThreads, chunk);  // expect: proved
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaGetLastError());
  for (auto& s : streams) CHECK(cudaStreamDestroy(s));
}
