// case: wmma-stride-ok   expect: safe   class: matrix   launch: grid(1) block(32)   rule: -   at: -
#include <mma.h>
using namespace nvcuda;
__global__ void fill(float* out) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::store_matrix_sync(out, c, 20, wmma::mem_row_major);
}
