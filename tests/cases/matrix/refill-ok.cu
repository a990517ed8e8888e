// case: refill-ok   expect: safe   class: matrix   launch: grid(1) block(64)   rule: -   at: -
// assume: tiles <= 16
#include <cuda_fp16.h>
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void rows(unsigned (&r)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at(row))
               : "memory");
}
__device__ void columns(unsigned (&r)[2], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(at(row))
               : "memory");
}
__device__ void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__global__ void products(const unsigned* x, const unsigned* y, float* out, int tiles) {
  __shared__ __align__(16) unsigned a[2][16][8], b[16][4];  // pairs of halves
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  float c[4] = {};
  for (int tile = 0; tile < tiles; ++tile) {
    for (int i = t; i < 256; i += 64) a[i / 128][i / 8 % 16][i % 8] = x[256 * tile + i];
    b[t / 4][t % 4] = y[64 * tile + t];
    __syncthreads();
    unsigned fa[4], fb[2];
    rows(fa, &a[warp][lane % 16][lane / 16 * 4]);
    columns(fb, &b[lane % 16][0]);
    multiply(c, fa, fb);
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) out[warp * 128 + (lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = c[i];
}
