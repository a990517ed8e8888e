// case: counter-in-unrolled-rounds   expect: unproved   class: atomic-counter   launch: grid(1) block(256) effort(20)   rule: -   at: -
// cause: two additions of each thread, and the counter is set back between some of them
__global__ void slots(int* out, int n) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  int at[4];
  for (int k = 0; k < 4; ++k) {
    at[k] = atomicAdd(&count, 1);
    __threadfence();
    if (t == 5 && k == 1) *(volatile int*)&count = 0;
  }
  if (n == 0x1234567) {
    for (int k = 0; k < 4; ++k) out[at[k]] = t;
  }
}
