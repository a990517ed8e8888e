// case: two-rounds   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: memory.implicit-warp-sync   at: list[atomicAdd(&count[1]
// The second round may store to the list while the first is still read.
extern "C" __global__ void keep(const int* in, int* out) {
  __shared__ int count[2], list[64];
  if (threadIdx.x < 2) count[threadIdx.x] = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) list[atomicAdd(&count[0], 1)] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < count[0]) out[threadIdx.x] = list[threadIdx.x];
  if (in[threadIdx.x] < 0) list[atomicAdd(&count[1], 1)] = threadIdx.x;
}
