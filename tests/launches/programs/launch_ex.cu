// cudaLaunchKernelEx with attributes.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void scale(float* data, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor;
}
__global__ void prefix(const int* in, int* out) {
  extern __shared__ int s[];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    const int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = s[t];
}

int main() {
  const int n = 10000;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  int *in, *out;
  cudaMalloc(&in, 4 * 128 * sizeof(int));
  cudaMalloc(&out, 4 * 128 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3((n + 255) / 256);
  config.blockDim = dim3(256);
  config.dynamicSmemBytes = 0;
  config.stream = stream;
  cudaLaunchAttribute attrs[1];
  attrs[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attrs[0].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attrs;
  config.numAttrs = 1;
  if (cudaLaunchKernelEx(&config, scale, data, 2.0f, n) != cudaSuccess) return 1;  // expect: proved

  cudaLaunchConfig_t second = {0};
  second.gridDim = 4;
  second.blockDim = 128;
  second.dynamicSmemBytes = 128 * sizeof(int);
  void* args[] = {&in, &out};
  cudaLaunchKernelExC(&second, (const void*)prefix, args);  // expect: proved
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
