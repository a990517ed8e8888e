// case: warp-specialised   expect: safe   class: named-barriers   launch: grid(1) block(160)   at: -
__global__ void specialised(const float* in, float* out, int tiles) {
  __shared__ float buffer[2][128];
  const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
  if (warp == 4) {
    for (int i = 0; i < 8; ++i) {
      if (i >= 2) asm volatile("bar.sync %0, 160;" ::"r"(3 + i % 2) : "memory");
      for (int k = 0; k < 4; ++k) buffer[i % 2][k * 32 + lane] = in[i * 128 + k * 32 + lane];
      asm volatile("bar.arrive %0, 160;" ::"r"(1 + i % 2) : "memory");
    }
  } else {
    float sum = 0.0f;
    for (int i = 0; i < 8; ++i) {
      asm volatile("bar.sync %0, 160;" ::"r"(1 + i % 2) : "memory");
      sum += buffer[i % 2][127 - threadIdx.x];
      if (i < 6) asm volatile("bar.arrive %0, 160;" ::"r"(3 + i % 2) : "memory");
    }
    out[threadIdx.x] = sum;
  }
}
