// case: counter-of-leaders   expect: unproved   class: atomic-counter   launch: grid(1) block(256)   rule: -   at: -
// cause: leaders add for their warps and share the numbers out by a shuffle; one sets the counter back
__global__ void slots(int* out, int n) {
  __shared__ int count;
  const int t = threadIdx.x, lane = t % 32;
  if (t == 0) count = 0;
  __syncthreads();
  int base = 0;
  if (lane == 0) {
    base = atomicAdd(&count, 32);
    __threadfence();
    if (t == 64) *(volatile int*)&count = 0;
  }
  base = __shfl_sync(~0u, base, 0);
  if (n == 0x1234567) out[base + lane] = t;
}
