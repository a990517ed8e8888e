// Tiled single-precision matrix product, double buffered with cp.async.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

constexpr int BM = 64, BN = 64, BK = 16;

__global__ void __launch_bounds__(256) sgemm(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ __align__(16) float As[2][BM][BK];
  __shared__ __align__(16) float Bs[2][BK][BN];
  const int tid = threadIdx.x;
  const int tx = tid % 16, ty = tid / 16;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int ar = tid / 4, ac = (tid % 4) * 4;
  const int br = tid / 16, bc = (tid % 16) * 4;
  float acc[4][4] = {};

  auto load = [&](int stage, int k0) {
    __pipeline_memcpy_async(&As[stage][ar][ac], &A[(size_t)(row0 + ar) * K + k0 + ac], 16);
    __pipeline_memcpy_async(&Bs[stage][br][bc], &B[(size_t)(k0 + br) * N + col0 + bc], 16);
    __pipeline_commit();
  };

  load(0, 0);
  int stage = 0;
  for (int k0 = 0; k0 < K; k0 += BK) {
    if (k0 + BK < K) {
      load(stage ^ 1, k0 + BK);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) a[i] = As[stage][ty * 4 + i][k];
#pragma unroll
      for (int j = 0; j < 4; ++j) b[j] = Bs[stage][k][tx * 4 + j];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += a[i] * b[j];
    }
    stage ^= 1;
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) C[(size_t)(row0 + ty * 4 + i) * N + col0 + tx * 4 + j] = acc[i][j];
}

bool launch_sgemm(const float* A, const float* B, float* C, int M, int N, int K, cudaStream_t s) {
  if (M % BM || N % BN || K % BK || K == 0) return false;
  dim3 grid(N / BN, M / BM);
  sgemm<<<grid, 256, 0, s>>>(A, B, C, M, N, K);
  return true;
}
