// case: last-stored-passed-on-bug   expect: unproved   class: race   launch: grid(1) block(32)   at: -
// cause: lane 1 stores to data if the last iteration of lane 0 was not the fourth, in which lane 0 does; a shuffle orders no memory
__global__ void k(const int* in, int n) {
  __shared__ int last[32];
  __shared__ int data;
  last[threadIdx.x] = 0;
  int m = n == 123457 ? in[threadIdx.x] : 1;
  for (int i = 0; i < m; ++i) {
    last[threadIdx.x] = i;
    if (threadIdx.x == 0 && i == 3) data = 7;
  }
  int v = __shfl_sync(~0u, last[threadIdx.x], 0);
  if (threadIdx.x == 1 && v != 3) data = 9;
}
