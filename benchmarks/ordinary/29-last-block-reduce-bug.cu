// Single-pass reduction: grid stride, block tree, last block sums the partials (threadFenceReduction).
#include <cuda_runtime.h>

__device__ unsigned int retired = 0;
constexpr int kThreads = 256;

__device__ float block_sum(float v, float* s) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int o = kThreads / 2; o >= 32; o >>= 1) {
    if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
    __syncthreads();
  }
  float r = 0.f;
  if (threadIdx.x < 32) {
    r = s[threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) r += __shfl_down_sync(0xffffffff, r, o);
  }
  return r;
}

__global__ void reduce_single_pass(const float* in, volatile float* partial, float* out, unsigned n) {
  __shared__ float s[kThreads];
  __shared__ bool last;
  float v = 0.f;
  for (unsigned i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) v += in[i];
  v = block_sum(v, s);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = v;
    __threadfence();
    const unsigned t = atomicInc(&retired, gridDim.x);
    last = t == gridDim.x - 1;
  }
  if (last) {
    v = 0.f;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += kThreads) v += partial[i];
    v = block_sum(v, s);
    if (threadIdx.x == 0) {
      out[0] = v;
      retired = 0;
    }
  }
}

void reduce(const float* in, float* partial, float* out, unsigned n) {
  unsigned blocks = (n + kThreads - 1) / kThreads;
  if (blocks > 64) blocks = 64;
  reduce_single_pass<<<blocks, kThreads>>>(in, partial, out, n);
}
