// case: half-of-counter-in-loop   expect: safe   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// why: what decides has no part in what is set
__global__ void parity(int n, long long *out) {
  __shared__ int s;
  long long x = 0;
  int y = 0;
  for (int i = 0; i < n; i++) {
    if (y & 1) s = threadIdx.x;
    x += 2;
    if (i == 5000) *(short *)&x = 5;
    y += 2;
  }
  out[threadIdx.x] = x;
}
