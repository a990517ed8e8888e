// case: counter-set-by-other-block   expect: unproved   class: atomic-counter   launch: grid(any) block(64) effort(20)   rule: -   at: -
// cause: another block sets the counter back while numbers are handed out
__global__ void slots(int* out, int* count, int n) {
  if (blockIdx.x == 7) {
    if (threadIdx.x == 0) *(volatile int*)count = 0;
    return;
  }
  const int i = atomicAdd(count, 1);
  if (n == 0x1234567) out[i] = threadIdx.x;
}
