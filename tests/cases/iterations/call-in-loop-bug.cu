// case: call-in-loop-bug   expect: unsafe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: the store is in a function; its lanes come from different iterations
__device__ __noinline__ void put(int *s, int i, int t) {
  if (i == (t & 3)) s[0] = t;
}
__global__ void k(int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int i = -1;
  while (++i < 4) {
    if (n == 12345 && i < (t & 1)) continue;
    put(s, i, t >> 2 == 0 ? t : 4);
  }
}
