// case: last-stored-copied-ok   expect: safe   class: async   launch: grid(1) block(64)   rule: -   at: -
// note: the copy of the fourth iteration is done where thread 1 stores to data
#include <cuda_pipeline.h>
__global__ void k(const int* in, const int* src, int n) {
  __shared__ int last[64];
  __shared__ int data;
  last[threadIdx.x] = 0;
  int m = n == 123457 ? in[threadIdx.x] : 1;
  for (int i = 0; i < m; ++i) {
    last[threadIdx.x] = i;
    if (threadIdx.x == 0 && i == 3) __pipeline_memcpy_async(&data, src, 4);
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (threadIdx.x == 1 && last[0] != 3) data = 9;
}
