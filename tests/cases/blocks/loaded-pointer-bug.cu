// case: loaded-pointer-bug   expect: unsafe   class: race   launch: grid(any) block(64)   rule: memory.implicit-warp-sync   at: A[t + 1];
// cause: an array found through a pointer in memory is shifted in place.
__device__ float* table[4];

extern "C" __global__ void k(int n) {
  float* A = table[blockIdx.x & 3];
  const int t = threadIdx.x;
  if (A != nullptr && t < n) A[t] = A[t + 1];
}
