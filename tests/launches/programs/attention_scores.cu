// Scaled dot-product scores with online softmax, a warp per query, head dimension as a template parameter.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#define CHECK_CUDA(expr)                                                                     \
  if (cudaError_t err = (expr); err != cudaSuccess) {                                        \
    throw std::runtime_error(std::string(#expr) + ": " + cudaGetErrorString(err));           \
  }

namespace {

template <int kHeadDim, int kWarps>
__global__ __launch_bounds__(32 * kWarps) void attention(const __half* __restrict__ q, const __half* __restrict__ k,
                                                         const __half* __restrict__ v, __half* __restrict__ out,
                                                         int seq_len, float scale) {
  constexpr int kPerLane = kHeadDim / 32;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int query = blockIdx.x * kWarps + warp;
  if (query >= seq_len) return;
  const size_t head = static_cast<size_t>(blockIdx.y) * seq_len * kHeadDim;

  float mine[kPerLane], acc[kPerLane];
#pragma unroll
  for (int i = 0; i < kPerLane; ++i) {
    mine[i] = __half2float(q[head + query * kHeadDim + i * 32 + lane]) * scale;
    acc[i] = 0.f;
  }
  float top = -INFINITY, total = 0.f;
  for (int key = 0; key <= query; ++key) {
    float score = 0.f;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) score += mine[i] * __half2float(k[head + key * kHeadDim + i * 32 + lane]);
    for (int d = 16; d > 0; d >>= 1) score += __shfl_xor_sync(0xffffffffu, score, d);
    const float next = fmaxf(top, score);
    const float fix = __expf(top - next), weight = __expf(score - next);
    total = total * fix + weight;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i)
      acc[i] = acc[i] * fix + weight * __half2float(v[head + key * kHeadDim + i * 32 + lane]);
    top = next;
  }
#pragma unroll
  for (int i = 0; i < kPerLane; ++i) out[head + query * kHeadDim + i * 32 + lane] = __float2half(acc[i] / total);
}

template <int kHeadDim>
void run(const __half* q, const __half* k, const __half* v, __half* out, int heads, int seq_len, cudaStream_t stream) {
  constexpr int kWarps = 4;
  const dim3 grid((seq_len + kWarps - 1) / kWarps, heads);
  attention<kHeadDim, kWarps><<<grid, 32 * kWarps, 0, stream>>>(q, k, v, out, seq_len, 1.f / std::sqrt(float(kHeadDim)));  // expect: proved
  CHECK_CUDA(cudaGetLastError());
}

}  // namespace

void attention_forward(const __half* q, const __half* k, const __half* v, __half* out, int heads, int seq_len,
                       int head_dim, cudaStream_t stream) {
  switch (head_dim) {
    case 64: return run<64>(q, k, v, out, heads, seq_len, stream);
    case 128: return run<128>(q, k, v, out, heads, seq_len, stream);
    default: throw std::invalid_argument("head_dim " + std::to_string(head_dim));
  }
}
