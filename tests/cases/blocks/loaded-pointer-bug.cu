// case: loaded-pointer-bug   expect: unsafe   class: race   launch: grid(any) block(64)   rule: memory.implicit-warp-sync   at: A[t] = A[t + 1];
// cause: an array found through a pointer in memory is shifted in place.
extern "C" __global__ void k(float** array, int n) {
  float* A = array[blockIdx.x];
  const int t = threadIdx.x;
  if (t < n) A[t] = A[t + 1];
}
