// case: counter-kept-for-a-round   expect: unproved   class: atomic-counter   launch: grid(1) block(64)   rule: -   at: -
// cause: the counter is set back in each round, and a number of the round before is used beside new ones
__global__ void slots(int* out, int n) {
  __shared__ int count;
  const int t = threadIdx.x;
  int last = -1;
  for (int k = 0; k < 3; ++k) {
    __syncthreads();
    if (t == 0) count = 0;
    __syncthreads();
    const int i = atomicAdd(&count, 1);
    if (n == 0x1234567) out[t % 2 == 0 || last < 0 ? i : last] = t;
    last = i;
  }
}
