// A graph that is captured, and a node that is added by hand.
#include <cuda_runtime.h>
#include <vector>
#include <cstdio>
__global__ void scaleK(float *v, float a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) v[i] *= a; }
__global__ void blockScan(float *v, int n) {
  __shared__ float t[2][512];
  int tid = threadIdx.x, i = blockIdx.x * 512 + tid;
  int in = 0;
  t[0][tid] = i < n ? v[i] : 0;
  __syncthreads();
  for (int o = 1; o < 512; o <<= 1) {
    int out = in ^ 1;
    t[out][tid] = tid >= o ? t[in][tid] + t[in][tid - o] : t[in][tid];
    in = out;
    __syncthreads();
  }
  if (i < n) v[i] = t[in][tid];
}
int main() {
  const int n = 1 << 16;
  float *d;
  cudaMallocAsync((void**)&d, n * 4, 0);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t g;
  cudaGraphExec_t ge;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int k = 0; k < 20; k++) scaleK<<<n / 256, 256, 0, s>>>(d, 1.f / (k + 1), n);  // expect: proved
  blockScan<<<n / 512, 512, 0, s>>>(d, n);  // expect: proved
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&ge, g, NULL, NULL, 0);
  cudaGraphLaunch(ge, s);
  // by nodes
  cudaGraph_t g2;
  cudaGraphCreate(&g2, 0);
  cudaGraphNode_t node;
  cudaKernelNodeParams p = {0};
  float a = 2.f; int nn = n;
  void *args[] = {&d, &a, &nn};
  p.func = (void *)scaleK;
  p.gridDim = dim3((n + 127) / 128);
  p.blockDim = dim3(128);
  p.sharedMemBytes = 0;
  p.kernelParams = args;
  p.extra = NULL;
  cudaGraphAddKernelNode(&node, g2, NULL, 0, &p);  // expect without launch scaleK: proved
  cudaStreamSynchronize(s);
}
