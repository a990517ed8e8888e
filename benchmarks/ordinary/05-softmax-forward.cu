// Softmax of each row: a block per row, warp and block reductions.
#include <cuda_runtime.h>
#include <cfloat>

__device__ __forceinline__ float warp_max(float v) {
  for (int o = 16; o > 0; o /= 2) v = fmaxf(v, __shfl_xor_sync(0xFFFFFFFF, v, o));
  return v;
}
__device__ __forceinline__ float warp_sum(float v) {
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(0xFFFFFFFF, v, o);
  return v;
}

__global__ void softmax_forward(float* out, const float* inp, int N, int C) {
  extern __shared__ float shared[];  // [2 * warps]
  const int row = blockIdx.x;
  const int tid = threadIdx.x;
  const int warp = tid / 32, lane = tid % 32;
  const int warps = blockDim.x / 32;
  float* maxvals = shared;
  float* sumvals = &shared[warps];
  const float* x = inp + row * C;
  float* y = out + row * C;

  float m = -FLT_MAX;
  for (int i = tid; i < C; i += blockDim.x) m = fmaxf(m, x[i]);
  m = warp_max(m);
  if (lane == 0) maxvals[warp] = m;
  __syncthreads();
  if (tid == 0) {
    float v = maxvals[0];
    for (int i = 1; i < warps; i++) v = fmaxf(v, maxvals[i]);
    maxvals[0] = v;
  }
  __syncthreads();
  const float offset = maxvals[0];
  float s = 0.0f;
  for (int i = tid; i < C; i += blockDim.x) {
    const float e = expf(x[i] - offset);
    y[i] = e;
    s += e;
  }
  s = warp_sum(s);
  if (lane == 0) sumvals[warp] = s;
  __syncthreads();
  if (tid == 0) {
    float v = sumvals[0];
    for (int i = 1; i < warps; ++i) v += sumvals[i];
    sumvals[0] = v;
  }
  __syncthreads();
  const float norm = 1.0f / sumvals[0];
  for (int i = tid; i < C; i += blockDim.x) y[i] *= norm;
}

void softmax(float* out, const float* inp, int N, int C, const int block_size) {
  const size_t smem = 2 * block_size / 32 * sizeof(float);
  softmax_forward<<<N, block_size, smem>>>(out, inp, N, C);
}
int main() {
  float *a = nullptr, *b = nullptr;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  int sizes[] = {32, 64, 128, 256, 512, 1024};
  for (int bs : sizes) softmax(a, b, 256, 1024, bs);
}
