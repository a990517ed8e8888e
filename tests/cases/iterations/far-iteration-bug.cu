// case: far-iteration-bug   expect: unproved   class: iteration-race   launch: grid(1) block(32) effort(20)   at: -
// cause: as one-by-one-bug, in iterations that no run of a test gets to
__global__ void k(int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) s[(i / 32 == 5000 + t) ? 0 : 1 + t] = t;
}
