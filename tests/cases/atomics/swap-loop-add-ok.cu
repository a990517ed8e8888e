// case: swap-loop-add-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// source: the atomicAdd for double of the CUDA C++ Programming Guide 13.0, atomic functions
// why: the first read is plain, but whatever it returns is checked by the compare-and-swap.
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
  add(sum, in[threadIdx.x]);
}
