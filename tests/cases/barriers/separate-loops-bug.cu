// case: separate-loops-bug   expect: unsafe   class: warp-specialised   launch: grid(1) block(128)   rule: race   at: sum += slot
__device__ void wait_for(int id) { asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory"); }
__device__ void tell(int id) { asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory"); }
__global__ void hand_over(const float* in, float* out, int n) {
  __shared__ float slot[64];
  const int t = threadIdx.x & 63;
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; ++i) {
      wait_for(2);
      slot[t] = in[i * 64 + t];
      tell(1);
    }
  } else {
    float sum = 0.0f;
    tell(2);
    for (int i = 0; i < n; ++i) {
      wait_for(1);

      tell(2);
      sum += slot[63 - t];
    }
    out[t] = sum;
  }
}
