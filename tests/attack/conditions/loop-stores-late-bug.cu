// case: loop-stores-late-bug   expect: unproved   class: race   launch: grid(1) block(64) effort(5)   at: -
// cause: after 5000 iterations b[t] is 5000.
__global__ void k(int n) {
  __shared__ int s[1], b[64];
  const int t = threadIdx.x;
  b[t] = 0;
  for (int i = 0; i < n; ++i) {
    if (b[t] == 5000) s[0] = t;
    b[t] += 1;
  }
}
