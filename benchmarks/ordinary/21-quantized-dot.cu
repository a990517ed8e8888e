// Matrix-vector product with 8-bit quantised blocks of 32 (scale + 32 int8), vector loads and dp4a; 4 warps per row.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cstdint>

#define QK 32
struct block_q8 {
  half d;
  int8_t qs[QK];
};
struct block_y {
  float d;
  int qs[QK / 4];
};

__device__ __forceinline__ int get_int(const int8_t* p, int i) {
  const uint16_t* p16 = (const uint16_t*)(p + 4 * i);
  return p16[0] | (p16[1] << 16);
}

template <int NWARPS>
__global__ void mul_mat_vec_q8(const block_q8* __restrict__ vx, const block_y* __restrict__ vy, float* __restrict__ dst, int ncols, int nrows) {
  const int row = blockIdx.x;
  const int tid = threadIdx.y * 32 + threadIdx.x;
  const int blocks = ncols / QK;
  float sum = 0.f;
  for (int ib = tid / 8; ib < blocks; ib += NWARPS * 32 / 8) {
    const int k = tid % 8;
    const block_q8* bx = &vx[(size_t)row * blocks + ib];
    const block_y* by = &vy[ib];
    const int dot = __dp4a(get_int(bx->qs, k), by->qs[k], 0);
    sum += __half2float(bx->d) * by->d * dot;
  }
  __shared__ float tmp[NWARPS > 1 ? NWARPS - 1 : 1][32];
  if (threadIdx.y > 0) tmp[threadIdx.y - 1][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y > 0) return;
#pragma unroll
  for (int w = 0; w < NWARPS - 1; ++w) sum += tmp[w][threadIdx.x];
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o, 32);
  if (threadIdx.x == 0) dst[row] = sum;
}

void launch(const void* vx, const void* vy, float* dst, int ncols, int nrows, cudaStream_t stream) {
  const dim3 block(32, 4, 1);
  mul_mat_vec_q8<4><<<nrows, block, 0, stream>>>((const block_q8*)vx, (const block_y*)vy, dst, ncols, nrows);
}
