// Attention forward with online softmax: a block per (head, 32 queries), K and V tiles of 32 in shared memory, head size 64.
#include <cuda_runtime.h>
#include <math.h>

constexpr int kD = 64;
constexpr int Bc = 32, Br = 32;

__global__ void flash_forward(const float* Q, const float* K, const float* V, float* O, int N, float scale) {
  __shared__ float Ks[Bc][kD];
  __shared__ float Vs[Bc][kD];
  __shared__ float S[Br][Bc + 1];
  const size_t base = (size_t)blockIdx.y * N * kD;
  const int q = blockIdx.x * Br + threadIdx.x;
  float qi[kD], o[kD];
  for (int d = 0; d < kD; ++d) {
    qi[d] = q < N ? Q[base + (size_t)q * kD + d] : 0.f;
    o[d] = 0.f;
  }
  float m = -INFINITY, l = 0.f;
  for (int j0 = 0; j0 < N; j0 += Bc) {
    for (int i = threadIdx.x; i < Bc * kD; i += blockDim.x) {
      const int r = i / kD, c = i % kD;
      const bool in = j0 + r < N;
      Ks[r][c] = in ? K[base + (size_t)(j0 + r) * kD + c] : 0.f;
      Vs[r][c] = in ? V[base + (size_t)(j0 + r) * kD + c] : 0.f;
    }
    __syncthreads();
    const int cols = min(Bc, N - j0);
    float row_max = -INFINITY;
    for (int j = 0; j < cols; ++j) {
      float s = 0.f;
      for (int d = 0; d < kD; ++d) s += qi[d] * Ks[j][d];
      s *= scale;
      S[threadIdx.x][j] = s;
      row_max = fmaxf(row_max, s);
    }
    const float m_new = fmaxf(m, row_max);
    const float alpha = __expf(m - m_new);
    float row_sum = 0.f;
    for (int d = 0; d < kD; ++d) o[d] *= alpha;
    for (int j = 0; j < cols; ++j) {
      const float p = __expf(S[threadIdx.x][j] - m_new);
      row_sum += p;
      for (int d = 0; d < kD; ++d) o[d] += p * Vs[j][d];
    }
    l = l * alpha + row_sum;
    m = m_new;
    __syncthreads();
  }
  if (q < N)
    for (int d = 0; d < kD; ++d) O[base + (size_t)q * kD + d] = o[d] / l;
}

void attention(const float* Q, const float* K, const float* V, float* O, int batch_heads, int N) {
  dim3 grid((N + Br - 1) / Br, batch_heads);
  flash_forward<<<grid, Br>>>(Q, K, V, O, N, 1.0f / sqrtf((float)kD));
}
