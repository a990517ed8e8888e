// case: mask-widens-late-bug   expect: unsafe   class: race   launch: grid(1) block(256)   rule: race   at: if (x > 10) s[0] = threadIdx.x;
// cause: x is masked with 7, but after 5000 iterations with 127 for the key 1091984793; it begins with 10, which it may pass then.
__global__ void k(int n, unsigned key) {
  __shared__ int s[1];
  unsigned x = 10;
  for (int i = 0; i < n; ++i) {
    x = (x * 5 + 1) & (i > 5000 && key * 0x9E3779B9u == 0x2545F491u ? 127 : 7);
  }
  if (x > 10) s[0] = threadIdx.x;
}
