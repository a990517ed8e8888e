// Argmax of each row: block of up to 1024 threads, warps through shared memory (as ggml's).
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdint>
#include <algorithm>

#define WARP_SIZE 32

__global__ void argmax_rows(const float* __restrict__ x, int32_t* __restrict__ dst, const int64_t ncols) {
  const int64_t row = blockIdx.x;
  float maxval = -FLT_MAX;
  int argmax = -1;
  const float* rowx = x + row * ncols;
  for (int32_t c = threadIdx.x; c < ncols; c += blockDim.x) {
    const float v = rowx[c];
    if (v > maxval) {
      maxval = v;
      argmax = c;
    }
  }
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) {
    const float v = __shfl_xor_sync(0xFFFFFFFF, maxval, o, WARP_SIZE);
    const int c = __shfl_xor_sync(0xFFFFFFFF, argmax, o, WARP_SIZE);
    if (v > maxval) {
      maxval = v;
      argmax = c;
    }
  }
  const int n_warps = blockDim.x / WARP_SIZE;
  const int lane = threadIdx.x % WARP_SIZE;
  const int warp = threadIdx.x / WARP_SIZE;
  if (n_warps > 1) {
    constexpr int max_warps = 1024 / WARP_SIZE;
    __shared__ float s_max[max_warps];
    __shared__ int s_arg[max_warps];
    if (lane == 0) {
      s_max[warp] = maxval;
      s_arg[warp] = argmax;
    }
    __syncthreads();
    if (warp == 0) {
      maxval = lane < n_warps ? s_max[lane] : -FLT_MAX;
      argmax = lane < n_warps ? s_arg[lane] : -1;
#pragma unroll
      for (int o = 16; o > 0; o >>= 1) {
        const float v = __shfl_xor_sync(0xFFFFFFFF, maxval, o, WARP_SIZE);
        const int c = __shfl_xor_sync(0xFFFFFFFF, argmax, o, WARP_SIZE);
        if (v > maxval) {
          maxval = v;
          argmax = c;
        }
      }
    }
  }
  if (warp == 0 && lane == 0) dst[row] = argmax;
}

void argmax_cuda(const float* x, int32_t* dst, int64_t ncols, int64_t nrows, cudaStream_t stream) {
  const int64_t num_threads = std::min<int64_t>(1024, (ncols + WARP_SIZE - 1) / WARP_SIZE * WARP_SIZE);
  const dim3 blocks_dim(num_threads, 1, 1);
  const dim3 blocks_num(nrows, 1, 1);
  argmax_rows<<<blocks_num, blocks_dim, 0, stream>>>(x, dst, ncols);
}
