// case: loop-stores-late-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: each thread has an element of its own.
__global__ void k(int n) {
  __shared__ int s[64], b[64];
  const int t = threadIdx.x;
  b[t] = 0;
  for (int i = 0; i < n; ++i) {
    if (b[t] == 5000) s[t] = t;
    b[t] += 1;
  }
}
