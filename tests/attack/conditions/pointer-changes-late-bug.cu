// case: pointer-changes-late-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: b[(threadIdx.x + 1) % 64] = 0;
// cause: after 5000 iterations p points into b
__global__ void k(const int* a, int* b, int* out, int n) {
  const int* p = a;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += p[threadIdx.x];
    if (i == 5000) p = b;
  }
  out[threadIdx.x] = sum;
  b[(threadIdx.x + 1) % 64] = 0;
}
