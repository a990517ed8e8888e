// case: wmma-shared-address-ok   expect: safe   class: matrix   launch: grid(1) block(32)   rule: -   at: -
#include <mma.h>
using namespace nvcuda;
__global__ void load(float* out, const half* in) {
  __shared__ __align__(32) half s[512];
  for (int i = 0; i < 16; ++i) s[threadIdx.x * 16 + i] = in[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::load_matrix_sync(a, s + 16, 16);
  out[threadIdx.x] = (float)a.x[0];
}
