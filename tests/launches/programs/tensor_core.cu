// wmma with shared tiles.
#include <mma.h>
#include <cuda_fp16.h>
#include <vector>
#include <iostream>
using namespace nvcuda;
constexpr int M = 16, N = 16, K = 16;
__global__ void wmma_gemm(const half* a, const half* b, float* c, int m, int n, int k) {
  const int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  const int warpN = blockIdx.y * blockDim.y + threadIdx.y;
  wmma::fragment<wmma::matrix_a, M, N, K, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, M, N, K, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  for (int i = 0; i < k; i += K) {
    const int row = warpM * M, col = warpN * N;
    if (row < m && col < n) {
      wmma::load_matrix_sync(fa, a + row * k + i, k);
      wmma::load_matrix_sync(fb, b + col * k + i, k);
      wmma::mma_sync(acc, fa, fb, acc);
    }
  }
  if (warpM * M < m && warpN * N < n) wmma::store_matrix_sync(c + warpM * M * n + warpN * N, acc, n, wmma::mem_row_major);
}
int main() {
  half *a, *b; float* c;
  cudaMalloc(&a, 1024 * 1024 * 2); cudaMalloc(&b, 1024 * 1024 * 2); cudaMalloc(&c, 1024 * 1024 * 4);
  dim3 block(128, 4), grid((1024 + (M * block.x / 32 - 1)) / (M * block.x / 32), (1024 + N * block.y - 1) / (N * block.y));
  wmma_gemm<<<grid, block>>>(a, b, c, 1024, 1024, 1024);  // expect: proved
  std::cout << cudaGetErrorString(cudaDeviceSynchronize()) << std::endl;
}
