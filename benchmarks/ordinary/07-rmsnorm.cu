// RMS norm in the style of inference engines: float4 loads, block reduction, block 256, one row per block.
#include <cuda_runtime.h>

template <int BLOCK>
__device__ float block_sum(float v) {
  __shared__ float partial[BLOCK / 32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  v = lane < BLOCK / 32 ? partial[lane] : 0.f;
#pragma unroll
  for (int o = BLOCK / 64; o; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
  return __shfl_sync(0xffffffff, v, 0);
}

template <int BLOCK>
__global__ void rms_norm(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y, int ncols, float eps) {
  const int row = blockIdx.x;
  const float4* x4 = reinterpret_cast<const float4*>(x + (size_t)row * ncols);
  const float4* w4 = reinterpret_cast<const float4*>(w);
  float4* y4 = reinterpret_cast<float4*>(y + (size_t)row * ncols);
  const int n4 = ncols / 4;
  float sum = 0.f;
#pragma unroll 4
  for (int i = threadIdx.x; i < n4; i += BLOCK) {
    const float4 v = x4[i];
    sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  sum = block_sum<BLOCK>(sum);
  const float scale = rsqrtf(sum / ncols + eps);
#pragma unroll 4
  for (int i = threadIdx.x; i < n4; i += BLOCK) {
    float4 v = x4[i];
    const float4 g = w4[i];
    v.x *= scale * g.x;
    v.y *= scale * g.y;
    v.z *= scale * g.z;
    v.w *= scale * g.w;
    y4[i] = v;
  }
}

void rms_norm_f32(const float* x, const float* w, float* y, int nrows, int ncols, float eps, cudaStream_t stream) {
  if (ncols % 4 != 0 || ncols <= 0) return;
  if (ncols < 1024) {
    rms_norm<256><<<nrows, 256, 0, stream>>>(x, w, y, ncols, eps);
  } else {
    rms_norm<1024><<<nrows, 1024, 0, stream>>>(x, w, y, ncols, eps);
  }
}
