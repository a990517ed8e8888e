// case: undefined-in-late-iteration   expect: unproved   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// cause: a value that one lane never wrote is summed up in one late iteration, and the sum is used in the next
__global__ void late(int n, unsigned *out) {
  unsigned x, y = 0;
  if (threadIdx.x != 3) x = 1;
  for (int i = 0; i < n; i++) {
    if (y) out[threadIdx.x] = 1;
    if (i == 5000) y = __reduce_add_sync(0xffffffffu, x);
  }
}
