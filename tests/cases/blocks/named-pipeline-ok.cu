// case: named-pipeline   expect: safe   class: named-barriers   launch: grid(1) block(128)   at: -
__device__ void meet(int id) { asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory"); }
__device__ void tell(int id) { asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory"); }
__global__ void pipeline(const float* in, float* out) {
  __shared__ float slot[2][64];
  const int t = threadIdx.x & 63;
  if (threadIdx.x < 64) {
    for (int i = 0; i < 6; ++i) {
      meet(3 + (i & 1));
      slot[i & 1][t] = in[i * 64 + t];
      tell(1 + (i & 1));
    }
  } else {
    float sum = 0.0f;
    tell(3);
    tell(4);
    for (int i = 0; i < 6; ++i) {
      meet(1 + (i & 1));
      sum += slot[i & 1][63 - t];
      if (i < 4) tell(3 + (i & 1));
    }
    out[t] = sum;
  }
}
