// case: byte-of-counter-in-loop   expect: safe   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// why: the counter of which a byte is set is another one
__global__ void parity(int n, int *out) {
  __shared__ int s;
  int x = 0, y = 0;
  for (int i = 0; i < n; i++) {
    if (y & 1) s = threadIdx.x;
    x += 2;
    y += 2;
    if (i > 5000) *(unsigned char *)&x = 5;
  }
  out[threadIdx.x] = x;
}
