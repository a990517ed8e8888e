// case: call-in-loop-ok   expect: safe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: each lane has its own word
__device__ __noinline__ void put(int *s, int i, int t) {
  if (i == (t & 3)) s[t] = t;
}
__global__ void k(int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int i = -1;
  while (++i < 4) {
    if (n == 12345 && i < (t & 1)) continue;
    put(s, i, t);
  }
}
