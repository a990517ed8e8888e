// Warp-aggregated append to a global queue.
#include <cuda_runtime.h>

__device__ int warp_append(int* counter, bool want) {
  const unsigned active = __activemask();
  const unsigned takers = __ballot_sync(active, want);
  if (!want) return -1;
  const int lane = threadIdx.x & 31;
  const int leader = __ffs(takers) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(takers));
  base = __shfl_sync(takers, base, leader);
  return base + __popc(takers & ((1u << lane) - 1u));
}

__global__ void filter_positive(const int* in, int* out, int* counter, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int v = in[i];
    const int at = warp_append(counter, v > 0);
    if (at >= 0) out[at] = v;
  }
}

void filter(const int* in, int* out, int* counter, int n) {
  cudaMemset(counter, 0, sizeof(int));
  int blocks = (n + 255) / 256;
  if (blocks > 1024) blocks = 1024;
  filter_positive<<<blocks, 256>>>(in, out, counter, n);
}
