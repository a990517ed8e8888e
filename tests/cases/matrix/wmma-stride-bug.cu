// case: wmma-stride-bug   expect: unsafe   class: matrix   launch: grid(1) block(32)   rule: memory.misaligned   at: store_matrix_sync(out
// cause: the leading dimension of 17 floats is no multiple of 16 bytes
#include <mma.h>
using namespace nvcuda;
__global__ void fill(float* out) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::store_matrix_sync(out, c, 17, wmma::mem_row_major);
}
