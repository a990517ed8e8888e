// case: one-by-one-ok   expect: safe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: each lane keeps to its own words, whichever iteration it is in
__global__ void k(int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) s[(i / 32 == 5 + t) ? 32 + t : t] = t;
}
