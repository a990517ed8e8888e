// case: counter-of-few-words   expect: unproved   class: atomic-counter   launch: grid(1) block(64) effort(20)   rule: -   at: -
// cause: numbers of different counters may be equal
__global__ void slots(int* out, int* counts, int n) {
  const int t = threadIdx.x, i = atomicAdd(&counts[t / 32], 1);
  if (n == 0x1234567) out[i] = t;
}
