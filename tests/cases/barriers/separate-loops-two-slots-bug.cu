// case: separate-loops-two-slots-bug   expect: unsafe   class: warp-specialised   launch: grid(1) block(128)   rule: race   at: sum += slot
__device__ void wait_for(int id) { asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory"); }
__device__ void tell(int id) { asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory"); }
__global__ void hand_over(const float* in, float* out, int n) {
  __shared__ float slot[2][64];
  const int t = threadIdx.x & 63;
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; ++i) {
      wait_for(3 + (i & 1));
      slot[i & 1][t] = in[i * 64 + t];
      tell(1 + (i & 1));
    }
  } else {
    float sum = 0.0f;
    tell(3);
    tell(4);
    for (int i = 0; i < n; ++i) {
      wait_for(1 + (i & 1));
      sum += slot[1 - (i & 1)][63 - t];
      tell(3 + (i & 1));
    }
    out[t] = sum;
  }
}
