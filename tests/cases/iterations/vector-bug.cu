// case: vector-bug   expect: unsafe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: two words at once, by lanes in different iterations
__global__ void k(int n) {
  __shared__ int2 s[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) s[(i / 32 == 5 + t) ? 0 : 1 + t] = make_int2(7, t);
}
