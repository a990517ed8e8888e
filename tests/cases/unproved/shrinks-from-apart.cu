// case: shrinks-from-apart   expect: unproved   class: loop-value   launch: grid(any) block(64)   rule: -   at: -
// cause: m is one number in all lanes when an iteration ends, not when the loop is entered: then lane 1 is no member
__global__ void k(int* out, unsigned n, unsigned r) {
  if (n < 2 || n > 100000000u) return;
  for (unsigned i = 0; i < r; i++) {
    unsigned m = n + threadIdx.x % 32;
    while (m > 1) {
      unsigned f = __shfl_sync(~0u, m, 0);
      if (i == 50000 && m != f) __syncwarp(0xfffffffcu);
      m = f >> 1;
    }
  }
}
