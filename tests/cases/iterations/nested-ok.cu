// case: nested-ok   expect: safe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: a word for each lane
__global__ void k(int n, int m) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32)
    for (int j = 0; j < m; j++)
      if (j == 3 && i / 32 == 2 + t) s[t] = 9;
}
