// case: wmma-address-bug   expect: unsafe   class: matrix   launch: grid(1) block(64)   rule: warp.operands   at: load_matrix_sync(fa
// cause: each lane gives an address of its own
#include <mma.h>
using namespace nvcuda;
__global__ void product(const half* a, const half* b, float* out) {
  __shared__ __align__(32) float tile[2][16 * 16];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::load_matrix_sync(fa, a + t * 16, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(c, fa, fb, c);
  wmma::store_matrix_sync(tile[warp], c, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = lane; i < 256; i += 32) out[warp * 256 + i] = fmaxf(tile[warp][i], 0.0f);
}
