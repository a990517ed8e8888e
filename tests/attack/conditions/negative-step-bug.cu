// case: negative-step-bug   expect: unsafe   class: race   launch: grid(1) block(256)   rule: race   at: if (j > 5000) a[i] = threadIdx.x;
// cause: no step is from 0 to 255, but it may be -1: threads come to each other's elements.
__global__ void k(int *a, int n, int step) {
  if (step >= 0 && step < 256) return;
  int j = 0;
  for (int i = 100000 + threadIdx.x; j < n; i += step, ++j) {
    if (j > 5000) a[i] = threadIdx.x;
  }
}
