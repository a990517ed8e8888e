// case: told-after-filling-bug   expect: unsafe   class: warp-specialised   launch: grid(1) block(64)   rule: barrier.unreached   at: bar.sync 2
__global__ void hand_over(const float* in, float* out, int n) {
  __shared__ float slot[32];
  const int t = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      slot[t] = in[i * 32 + t];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    }
  } else {
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      sum += slot[31 - t];
    }
    out[t] = sum;
  }
}
