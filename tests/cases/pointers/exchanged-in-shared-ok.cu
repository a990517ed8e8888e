// case: exchanged-in-shared-ok   expect: safe   class: race   launch: grid(1) block(32)   rule: -   at: -
__global__ void k(int* data, int* out, int n) {
  __shared__ unsigned long long kept;
  if (threadIdx.x == 0) kept = 0;
  __syncthreads();
  const unsigned long long before = atomicExch(&kept, threadIdx.x);
  out[threadIdx.x] = data[before % 32];
  __syncthreads();
  if (n == 123457) data[(threadIdx.x + 1) % 32] = 0;
}
