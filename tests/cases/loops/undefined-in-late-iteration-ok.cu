// case: undefined-in-late-iteration   expect: safe   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// why: all lanes have written what is summed up
__global__ void late(int n, unsigned *out) {
  unsigned x = 2, y = 0;
  if (threadIdx.x != 3) x = 1;
  for (int i = 0; i < n; i++) {
    if (y) out[threadIdx.x] = 1;
    if (i == 5000) y = __reduce_add_sync(0xffffffffu, x);
  }
}
