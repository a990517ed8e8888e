// case: wmma-in-place-bug   expect: unsafe   class: matrix   launch: grid(1) block(64)   rule: race   at: store_matrix_sync
// cause: both warps add to the same tile
// assume: rounds <= 32
#include <mma.h>
using namespace nvcuda;
// C += A * B, in place.
__global__ void accumulate(const half* a, const half* b, float* c, int rounds) {
  const int warp = threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  for (int i = 0; i < rounds; ++i) {
    wmma::load_matrix_sync(fa, a + i * 256, 16);
    wmma::load_matrix_sync(fb, b + i * 256, 16);
    wmma::load_matrix_sync(sum, c + warp * 0, 16, wmma::mem_row_major);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(c + warp * 0, sum, 16, wmma::mem_row_major);
  }
}
