// case: wmma-bytes-address-ok   expect: safe   class: matrix   launch: grid(1) block(32)   rule: -   at: -
// Tiles of bytes side by side begin 16 bytes apart: PTX's rule for their fragments, 8 bytes, is kept.
#include <mma.h>
using namespace nvcuda;
__global__ void load(int* out, const signed char* in) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::load_matrix_sync(a, in + 16, 64);
  out[threadIdx.x] = a.x[0];
}
