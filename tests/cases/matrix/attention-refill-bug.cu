// case: attention-refill-bug   expect: unsafe   class: matrix   launch: grid(1) block(64)   rule: race   at: asm volatile
// cause: the next tile is fetched over one that other warps may still load
// assume: tiles <= 32
// Attention over tiles of keys and values that are fetched one ahead.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
constexpr int kDim = 16, kQueries = 32, kKeys = 16, kPitch = kDim + 8;
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void rows(unsigned (&r)[4], const half* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at(row))
               : "memory");
}
__device__ void pair(unsigned (&r)[2], const half* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at(row)) : "memory");
}
__device__ void columns(unsigned (&r)[2], const half* row) {
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
__device__ void fetch(half (*tile)[kPitch], const half* from, int count) {
  for (int i = threadIdx.x; i < count * kDim / 8; i += 64)
    __pipeline_memcpy_async(&tile[i / (kDim / 8)][i % (kDim / 8) * 8], from + i * 8, 16);
}
__device__ unsigned packed(float a, float b) {
  const half2 h = __floats2half2_rn(a, b);
  return *(const unsigned*)&h;
}
__global__ void attention(const half* q, const half* k, const half* v, float* out, int tiles) {
  __shared__ __align__(16) half sq[kQueries][kPitch], sk[2][kKeys][kPitch], sv[2][kKeys][kPitch];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  fetch(sq, q, kQueries);
  fetch(sk[0], k, kKeys);
  fetch(sv[0], v, kKeys);
  __pipeline_commit();
  float o[kDim / 8][4] = {}, most[2] = {-1e30f, -1e30f}, sum[2] = {};
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) {
      fetch(sk[(tile + 1) & 1], k + (tile + 1) * kKeys * kDim, kKeys);
      fetch(sv[(tile + 1) & 1], v + (tile + 1) * kKeys * kDim, kKeys);
    }
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float s[kKeys / 8][4] = {};
    for (int d = 0; d < kDim; d += 16) {
      unsigned a[4], b[2];
      rows(a, &sq[warp * 16 + lane % 16][d + lane / 16 * 8]);
      for (int j = 0; j < kKeys / 8; ++j) {
        pair(b, &sk[tile & 1][j * 8 + lane % 8][d + lane / 8 % 2 * 8]);
        multiply(s[j], a, b);
      }
    }
    for (int h = 0; h < 2; ++h) {
      float now = most[h], all = 0;
      for (int j = 0; j < kKeys / 8; ++j) now = fmaxf(now, fmaxf(s[j][2 * h], s[j][2 * h + 1]));
      for (int i = 1; i < 4; i *= 2) now = fmaxf(now, __shfl_xor_sync(~0u, now, i));
      for (int j = 0; j < kKeys / 8; ++j)
        for (int e = 2 * h; e < 2 * h + 2; ++e) all += s[j][e] = __expf(s[j][e] - now);
      const float shrink = __expf(most[h] - now);
      for (int j = 0; j < kDim / 8; ++j) o[j][2 * h] *= shrink, o[j][2 * h + 1] *= shrink;
      sum[h] = sum[h] * shrink + all;
      most[h] = now;
    }
    for (int i = 0; i < kKeys; i += 16) {
      unsigned b[2];
      const float *l = s[i / 8], *r = s[i / 8 + 1];
      const unsigned p[4] = {packed(l[0], l[1]), packed(l[2], l[3]), packed(r[0], r[1]), packed(r[2], r[3])};
      for (int j = 0; j < kDim / 8; ++j) {
        columns(b, &sv[tile & 1][i + lane % 16][j * 8]);
        multiply(o[j], p, b);
      }
    }
  }
  for (int h = 0; h < 2; ++h) {
    for (int i = 1; i < 4; i *= 2) sum[h] += __shfl_xor_sync(~0u, sum[h], i);
    for (int j = 0; j < kDim / 8; ++j)
      for (int e = 0; e < 2; ++e)
        out[(warp * 16 + lane / 4 + 8 * h) * kDim + j * 8 + lane % 4 * 2 + e] = o[j][2 * h + e] / sum[h];
  }
}
