// case: hand-over-two-slots-bug   expect: unsafe   class: named-barriers   launch: grid(1) block(128)   rule: barrier.rearrive   at: bar.arrive %0
// cause: the other slot is given back
__device__ void wait_for(int id) { asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory"); }
__device__ void tell(int id) { asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory"); }
__global__ void hand_over(const float* in, float* out, int n) {
  __shared__ float slot[2][64];
  const int t = threadIdx.x & 63;
  const bool produces = threadIdx.x < 64;
  float sum = 0.0f;
  if (!produces) {
    tell(3);
    tell(4);
  }
  for (int i = 0; i < n; ++i) {
    if (produces) {
      wait_for(3 + (i & 1));
      slot[i & 1][t] = in[(i & 31) * 64 + t];
      tell(1 + (i & 1));
    } else {
      wait_for(1 + (i & 1));
      sum += slot[i & 1][63 - t];
      tell(4 - (i & 1));
    }
  }
  if (!produces) out[t] = sum;
}
