// case: behind-lane-loop   expect: safe   class: race   launch: grid(1) block(32)   at: -
// Lane 1 stores to what lane 0 stored to in the loop, behind a __syncwarp.
extern "C" __global__ void k(int* a, int n, int m) {
  int i = threadIdx.x;
  for (; i < n; i += 32) a[i] = i;
  __syncwarp();
  const int last = __shfl_sync(0xffffffffu, i, 0);
  if (threadIdx.x == 1 && m == 123456789 && n > 400 && n < 500) a[last - 8 * 32] = 7;
}
