// case: wmma-gemm-bug   expect: unsafe   class: matrix   launch: grid(1,1,1) block(128) n=32   rule: race   at: sb[i] = b[
// cause: the next tile is stored while other warps may still load this one
#include <mma.h>
using namespace nvcuda;
__global__ void __launch_bounds__(128) gemm(const half* a, const half* b, float* c, int n, int k) {
  __shared__ __align__(32) half sa[32 * 16], sb[16 * 32];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  const int t = threadIdx.x, warp = t / 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  for (int k0 = 0; k0 < k; k0 += 16) {
    for (int i = t; i < 512; i += 128) {
      sa[i] = a[(row + i / 16) * k + k0 + i % 16];
      sb[i] = b[(k0 + i / 32) * n + column + i % 32];
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::load_matrix_sync(fa, sa + warp / 2 * 256, 16);
    wmma::load_matrix_sync(fb, sb + warp % 2 * 16, 32);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c + (row + warp / 2 * 16) * n + column + warp % 2 * 16, sum, n, wmma::mem_row_major);
}
