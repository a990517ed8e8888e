// case: counter-reset-under-lock   expect: unproved   class: atomic-counter   launch: grid(1) block(64)   rule: -   at: -
// cause: everyone gets the number 0
__global__ void slots(int* out, int* lock, int n) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  if (t % 32 != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  const int i = atomicAdd(&count, 1);
  count = 0;
  __threadfence();
  atomicExch(lock, 0);
  if (n == 0x1234567) out[i] = t;
}
