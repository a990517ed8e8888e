// case: read-only-halves-ok   expect: safe   class: readonly   launch: grid(1) block(64)   at: -
// why: one half of the buffer is loaded, the other one stored to
__global__ void k(int* a) {
  int x = __ldg(&a[threadIdx.x]);
  a[64 + threadIdx.x] = x;
}
