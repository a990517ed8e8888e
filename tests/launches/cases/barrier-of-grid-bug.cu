// A barrier of the grid needs a cooperative launch.
#include <cooperative_groups.h>
__global__ void all(int* out) {
  cooperative_groups::this_grid().sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
void run(int* out) { all<<<8, 64>>>(out); }  // expect: unknown
