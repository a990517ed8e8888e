// case: one-value-one-by-one-ok   expect: safe   class: iteration-race   launch: grid(1) block(32) policy(data-race=error)   at: -
// cause: lanes store one value to s[0] in one iteration only: one store
// assume: n >= 0 && n <= 1000000
__global__ void k(int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) s[(i / 32 == 5) ? 0 : 1 + t] = 7;
}
