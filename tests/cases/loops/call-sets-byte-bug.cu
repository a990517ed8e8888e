// case: call-sets-byte   expect: unproved   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// cause: a function that is called sets a byte of a word of its caller in one late iteration
__device__ __noinline__ void set(unsigned char *p, int i) {
  if (i == 5000) p[1] = 1;
}

__global__ void calls(int n) {
  __shared__ int s;
  int x = 0;
  for (int i = 0; i < n; i++) {
    if (x & 0x100) s = threadIdx.x;
    x = (x + 2) & 0xff;
    set((unsigned char *)&x, i);
  }
}
