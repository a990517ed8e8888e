// case: three-loops-ok   expect: safe   class: warp-specialised   launch: grid(1) block(96)   rule: -   at: -
extern "C" __global__ void chain(const int *in, int *out, int n) {
  __shared__ int a[32], b[32];
  const int lane = threadIdx.x & 31, role = threadIdx.x >> 5;
  if (role == 0) {
    for (int k = 0; k < n; ++k) {
      a[lane] = in[k * 32 + lane];
      asm volatile("bar.sync 1, 64;" ::: "memory");  // a is full
      asm volatile("bar.sync 2, 64;" ::: "memory");  // a is empty
    }
  } else if (role == 1) {
    for (int k = 0; k < n; ++k) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      b[lane] = a[31 - lane] * 2;
      asm volatile("bar.sync 2, 64;" ::: "memory");
      asm volatile("bar.sync 3, 64;" ::: "memory");  // b is full
      asm volatile("bar.sync 4, 64;" ::: "memory");  // b is empty
    }
  } else {
    for (int k = 0; k < n; ++k) {
      asm volatile("bar.sync 3, 64;" ::: "memory");
      out[k * 32 + lane] = b[31 - lane];
      asm volatile("bar.sync 4, 64;" ::: "memory");
    }
  }
}
