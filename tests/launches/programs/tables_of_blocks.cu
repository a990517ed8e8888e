// Blocks from tables that nothing changes; what a constexpr function finds in one is not followed.
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
struct Tuning { int sm; int block; };
constexpr Tuning kTunings[] = {{70, 256}, {80, 256}, {90, 256}};
constexpr int block_for(int sm) {
  for (const Tuning& t : kTunings)
    if (t.sm >= sm) return t.block;
  return 256;
}
int main() {
  const int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n / 256 * sizeof(float));
  constexpr int block = block_for(80);
  sum<<<n / block, block>>>(in, out, n);  // expect: unknown
  for (const Tuning& t : kTunings) sum<<<n / t.block, t.block>>>(in, out, n);  // expect: proved
  static const int kBlocks[] = {256, 256};
  for (int i = 0; i < 2; ++i) sum<<<n / kBlocks[i], kBlocks[i]>>>(in, out, n);
}
