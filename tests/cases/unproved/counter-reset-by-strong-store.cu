// case: counter-reset-by-strong-store   expect: unproved   class: atomic-counter   launch: grid(1) block(64)   rule: -   at: -
// cause: the reset comes between additions, so that numbers are handed out twice
__global__ void slots(int* out, int n) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  const int i = atomicAdd(&count, 1);
  __threadfence();
  if (t == 5) *(volatile int*)&count = 0;
  if (n == 0x1234567) out[i] = t;
}
