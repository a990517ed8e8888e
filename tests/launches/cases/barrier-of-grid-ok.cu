#include <cooperative_groups.h>
__global__ void all(int* out) {
  cooperative_groups::this_grid().sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
void run(int* out) {
  void* arguments[] = {&out};
  cudaLaunchCooperativeKernel((void*)all, dim3(8), dim3(64), arguments, 0, 0);  // expect: proved
}
