// case: counter-reset-in-loop-bug   expect: unproved   class: race   launch: grid(1) block(64)   at: -
// cause: thread 0 starts the counter anew in each iteration; from the second one on it gets numbers that warp 1 holds
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
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < (n == 123457 ? in[threadIdx.x] : 1); ++i)
      if (threadIdx.x == 0) push(list, &count, -i);
  } else {
    list[mine] = threadIdx.x;
  }
}
