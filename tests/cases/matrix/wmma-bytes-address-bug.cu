// case: wmma-bytes-address-bug   expect: unsafe   class: matrix   launch: grid(1) block(32)   rule: memory.misaligned   at: load_matrix_sync(a
// cause: a tile of bytes begins 4 bytes behind a multiple of 8, the size of a lane's fragment
#include <mma.h>
using namespace nvcuda;
__global__ void load(int* out, const signed char* in) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::load_matrix_sync(a, in + 4, 64);
  out[threadIdx.x] = a.x[0];
}
