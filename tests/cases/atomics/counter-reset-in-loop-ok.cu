// case: counter-reset-in-loop-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// note: what warp 1 stores is before the barrier, and what thread 0 stores in the loop after it
__device__ void push(int* list, int* count, int v) {
  list[atomicAdd(count, 1)] = v;
  *count = 0;
}
__global__ void k(const int* in, int n) {
  __shared__ int count;
  __shared__ int list[1024];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int mine = threadIdx.x < 32 ? 0 : atomicAdd(&count, 1);
  if (threadIdx.x >= 32) list[mine] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < (n == 123457 ? in[threadIdx.x] : 1); ++i)
      if (threadIdx.x == 0) push(list, &count, -i);
  }
}
