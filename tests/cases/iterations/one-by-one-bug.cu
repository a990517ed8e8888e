// case: one-by-one-bug   expect: unsafe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: lanes store to s[0] in different iterations, which are different stores
__global__ void k(int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) s[(i / 32 == 5 + t) ? 0 : 1 + t] = t;
}
