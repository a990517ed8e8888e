// case: count-slips-late-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: if (c % 4 == 2) s[0] = threadIdx.x;
// cause: c moves on by 4, but after 5000 iterations by 2 for the key 1091984793.
__global__ void k(const int *g, int n, unsigned key) {
  __shared__ int s[1], b[64];
  unsigned a = (unsigned)__cvta_generic_to_shared(&b[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(a), "l"(g + threadIdx.x) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  int c = 0, step = 4;
  for (int i = 0; i < n; ++i) {
    if (c % 4 == 2) s[0] = threadIdx.x;
    c += step;
    if (i > 5000 && key * 0x9E3779B9u == 0x2545F491u) step = 2;
  }
}
