// case: stmatrix-then-read-ok   expect: safe   class: matrix   launch: grid(1) block(64) target(sm_90)   rule: -   at: -
#include <cuda_fp16.h>
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void transpose(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned tile[2][8][4];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(at(tile[warp][lane % 8])), "r"(in[t]) : "memory");
  __syncwarp();
  out[t] = tile[warp][lane / 4][lane % 4];
}
