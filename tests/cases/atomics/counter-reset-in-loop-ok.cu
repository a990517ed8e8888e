// case: counter-reset-in-loop-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// note: thread 0 only adds to the counter in the loop; the numbers that warp 1 holds were handed out before
__device__ void push(int* list, int* count, int v) {
  list[atomicAdd(count, 1)] = v;
}
__global__ void k(const int* in, int n) {
  __shared__ int count;
  __shared__ int list[1024];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int mine = atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < (n == 123457 ? in[threadIdx.x] : 1); ++i)
      if (threadIdx.x == 0) push(list, &count, -i);
  } else {
    list[mine] = threadIdx.x;
  }
}
