// case: rows-of-two-fragments-ok   expect: safe   class: race   launch: grid(1) block(32)   rule: -   at: -
#include <mma.h>
using namespace nvcuda;
__global__ void k(float* out) {
  __shared__ __align__(32) float s[24 * 16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> a, b;
  wmma::fill_fragment(a, 1.0f);
  wmma::fill_fragment(b, 2.0f);
  wmma::store_matrix_sync(s, a, 16, wmma::mem_row_major);
  __syncwarp();
  wmma::store_matrix_sync(s + 8 * 16, b, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 24 * 16; i += 32) out[i] = s[i];
}
