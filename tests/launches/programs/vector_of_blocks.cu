// Blocks in a std::vector, which are not followed.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
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
int main() {
  const int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n / 256 * sizeof(float));
  std::vector<dim3> blocks = {dim3(256), dim3(256)};
  for (const dim3& b : blocks) sum<<<(n + b.x - 1) / b.x, b>>>(in, out, n);
  for (size_t i = 0; i < blocks.size(); ++i) sum<<<n / blocks[i].x, blocks[i]>>>(in, out, n);
}
// expect without launch sum: unknown
