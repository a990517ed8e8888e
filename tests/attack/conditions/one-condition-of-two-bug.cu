// case: one-condition-of-two   expect: unsafe   class: race   launch: grid(1) block(64)   at: s[i < m ? t : 64] = t;
// Iterations end in two places, and only one of them asks i < m. The other one is come to after 5000 iterations.
__global__ void k(int m, int limit) {
  __shared__ int s[65];
  int t = threadIdx.x;
  int i = 0;
  if (m <= 0) return;
again:
  s[i < m ? t : 64] = t;
  i++;
  if (i > 5000) {
    if (i < limit) goto again;
    return;
  }
  if (i < m) goto again;
}
