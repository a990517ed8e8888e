// case: swap-loop-add-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: memory.implicit-warp-sync   at: if (threadIdx.x == 0) *sum = 0;
// cause: thread 0 resets the sum with a plain store that nothing orders against the swaps of other threads.
__device__ double add(double* address, double value) {
  unsigned long long* word = (unsigned long long*)address;
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void total(double* sum, const double* in) {
  if (threadIdx.x == 0) *sum = 0;
  add(sum, in[threadIdx.x]);
}
