// case: interval-forgotten   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// note: the counter starts anew before warp 1 takes its numbers, which lead to another half of the list
__global__ void k() {
  __shared__ int count;
  __shared__ int list[128];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int mine = threadIdx.x < 32 ? atomicAdd(&count, 1) : 0;
  __syncthreads();
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    list[mine] = threadIdx.x;
  } else {
    int next = atomicAdd(&count, 1);
    list[64 + next] = threadIdx.x;
  }
}
