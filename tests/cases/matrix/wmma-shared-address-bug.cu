// case: wmma-shared-address-bug   expect: unsafe   class: matrix   launch: grid(1) block(32)   rule: memory.misaligned   at: load_matrix_sync(a
// cause: the matrix in shared memory begins 16 bytes behind a multiple of 32
#include <mma.h>
using namespace nvcuda;
__global__ void load(float* out, const half* in) {
  __shared__ __align__(32) half s[512];
  for (int i = 0; i < 16; ++i) s[threadIdx.x * 16 + i] = in[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::load_matrix_sync(a, s + 8, 16);
  out[threadIdx.x] = (float)a.x[0];
}
