// case: counters-of-two-strides-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: out[0] = sum;
// cause: thread 0 counts in steps of three and the others in steps of one; thread 37 stores at round 1000, and
//   nothing orders that store and the one of thread 0.
__global__ void k(int* out, const int* in, int n) {
  const int by = threadIdx.x == 0 ? 3 : 1;
  int sum = 0;
  for (int i = 0; i < n; i += by) {
    if (i == 1000 && threadIdx.x == 37) out[0] = sum;
    sum += in[i];
  }
  if (threadIdx.x == 0) out[0] = sum;
}
