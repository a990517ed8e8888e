// case: partial-warp-bug   expect: unsafe   class: matrix   launch: grid(1) block(any)   rule: warp.divergent   at: asm volatile(
// proved: block % 32 == 0
// cause: the last warp of the block may be partial
#include <cuda_fp16.h>
__device__ void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__global__ void squares(const unsigned* in, float* out) {
  const int t = threadIdx.x;
  unsigned a[4], b[2];
  float c[4] = {};
  for (int i = 0; i < 4; ++i) a[i] = in[4 * t + i];
  b[0] = a[0], b[1] = a[1];
  multiply(c, a, b);
  for (int i = 0; i < 4; ++i) out[4 * t + i] = c[i];
}
