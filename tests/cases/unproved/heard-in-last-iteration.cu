// case: heard-in-last-iteration   expect: unproved   class: race   launch: grid(2) block(32)   at: -
// cause: lane 0 stores to data where it sees block 1's first number, lane 1 if the number after the loop is another one
__global__ void k(const int* in, int* p, volatile int* flag) {
  __shared__ int data;
  if (blockIdx.x > 0) {
    if (blockIdx.x > 1) return;
    if (threadIdx.x == 0) {
      p[0] = 3;
      __threadfence();
      flag[0] = 1;
    }
    while (flag[1 + threadIdx.x] == 0) {}
    __threadfence();
    __syncwarp();
    if (threadIdx.x == 0) {
      p[0] = 5;
      __threadfence();
      flag[0] = 2;
    }
    return;
  }
  int m = in[threadIdx.x], i = 0;
  do {
    __threadfence();
    flag[1 + threadIdx.x] = i;
    while (flag[0] <= i) {}
    __threadfence();
    int v = p[0];
    if (threadIdx.x == 0 && v == 3) data = 7;
  } while (++i < m);
  int w = __shfl_sync(~0u, p[0], 0);
  if (threadIdx.x == 1 && w != 3) data = 9;
}
