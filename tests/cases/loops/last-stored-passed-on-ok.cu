// case: last-stored-passed-on-ok   expect: safe   class: race   launch: grid(1) block(32)   rule: -   at: -
// note: a barrier of the warp orders what lane 0 stores in the loop and what lane 1 stores after it
__global__ void k(const int* in, int n) {
  __shared__ int last[32];
  __shared__ int data;
  last[threadIdx.x] = 0;
  int m = n == 123457 ? in[threadIdx.x] : 1;
  for (int i = 0; i < m; ++i) {
    last[threadIdx.x] = i;
    if (threadIdx.x == 0 && i == 3) data = 7;
  }
  __syncwarp();
  int v = __shfl_sync(~0u, last[threadIdx.x], 0);
  if (threadIdx.x == 1 && v != 3) data = 9;
}
