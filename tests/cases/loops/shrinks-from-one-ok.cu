// case: loops-shrinks-from-one-ok   expect: safe   class: loop-value   launch: grid(any) block(64)   at: -
// cause: m is one number in all lanes from the start, and in each iteration
__global__ void k(int* out, unsigned n, unsigned r) {
  if (n < 2 || n > 100000000u) return;
  for (unsigned i = 0; i < r; i++) {
    unsigned m = n;
    while (m > 1) {
      unsigned f = __shfl_sync(~0u, m, 0);
      if (i == 50000 && m != f) __syncwarp(0xfffffffcu);
      m = f >> 1;
    }
  }
}
