// LayerNorm with Welford's variance merged by shuffles and through shared memory.
#include <cuda_runtime.h>

struct Stats {
  float mean, m2, count;
};

__device__ __forceinline__ Stats merge(Stats a, Stats b) {
  const float n = a.count + b.count;
  if (n == 0.f) return a;
  const float d = b.mean - a.mean;
  Stats r;
  r.count = n;
  r.mean = a.mean + d * (b.count / n);
  r.m2 = a.m2 + b.m2 + d * d * a.count * b.count / n;
  return r;
}

__device__ Stats warp_merge(Stats s) {
  for (int o = 16; o > 0; o >>= 1) {
    Stats t;
    t.mean = __shfl_down_sync(0xffffffff, s.mean, o);
    t.m2 = __shfl_down_sync(0xffffffff, s.m2, o);
    t.count = __shfl_down_sync(0xffffffff, s.count, o);
    s = merge(s, t);
  }
  return s;
}

__global__ void layernorm(const float* x, const float* gamma, const float* beta, float* y, int cols, float eps) {
  __shared__ Stats warp_stats[32];
  __shared__ float s_mean, s_rstd;
  const float* xr = x + (size_t)blockIdx.x * cols;
  float* yr = y + (size_t)blockIdx.x * cols;
  Stats s = {0.f, 0.f, 0.f};
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = xr[i];
    s.count += 1.f;
    const float d = v - s.mean;
    s.mean += d / s.count;
    s.m2 += d * (v - s.mean);
  }
  s = warp_merge(s);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) warp_stats[warp] = s;
  __syncthreads();
  if (warp == 0) {
    s = lane < blockDim.x / 32 ? warp_stats[lane] : Stats{0.f, 0.f, 0.f};
    s = warp_merge(s);
    if (lane == 0) {
      s_mean = s.mean;
      s_rstd = rsqrtf(s.m2 / cols + eps);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x) yr[i] = (xr[i] - s_mean) * s_rstd * gamma[i] + beta[i];
}

void layernorm_forward(const float* x, const float* g, const float* b, float* y, int rows, int cols) {
  int threads = cols >= 1024 ? 1024 : 256;
  layernorm<<<rows, threads>>>(x, g, b, y, cols, 1e-5f);
}
