// case: rows-never-written-bug   expect: unproved   class: init   launch: grid(1) block(32)   rule: value.tainted-use   at: if (b.x[0]
// cause: half of the tile was never written; which lane's first element is of that half is open
#include <mma.h>
using namespace nvcuda;
__global__ void k(float* out) {
  __shared__ __align__(32) float s[16 * 16];
  for (int i = threadIdx.x; i < 8 * 16; i += 32) s[i] = 1.0f;
  __syncwarp();
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> b;
  wmma::load_matrix_sync(b, s, 16, wmma::mem_row_major);
  if (b.x[0] > 0.5f) out[threadIdx.x] = 1;
}
