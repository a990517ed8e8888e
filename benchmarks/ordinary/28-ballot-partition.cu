// Stable partition of a tile by a pivot: true items in front, false behind, by ballots and a shared scan.
#include <cuda_runtime.h>

template <int BLOCK>
__global__ void partition_tile(const float* in, float* out, int* split, float pivot, int n) {
  constexpr int WARPS = BLOCK / 32;
  __shared__ int count[WARPS];
  __shared__ float staged[BLOCK];
  const int first = blockIdx.x * BLOCK;
  const int size = min(BLOCK, n - first);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const bool valid = threadIdx.x < size;
  const float v = valid ? in[first + threadIdx.x] : 0.f;
  const bool less = valid && v < pivot;
  const unsigned votes = __ballot_sync(0xffffffffu, less);
  if (lane == 0) count[warp] = __popc(votes);
  __syncthreads();
  int before = 0, all = 0;
#pragma unroll
  for (int w = 0; w < WARPS; ++w) {
    if (w < warp) before += count[w];
    all += count[w];
  }
  const int rank = before + __popc(votes & ((1u << lane) - 1));
  if (valid) staged[less ? rank : all + threadIdx.x - rank] = v;
  __syncthreads();
  if (valid) out[first + threadIdx.x] = staged[threadIdx.x];
  if (threadIdx.x == 0) split[blockIdx.x] = all;
}

void partition(const float* in, float* out, int* split, float pivot, int n) {
  partition_tile<128><<<(n + 127) / 128, 128>>>(in, out, split, pivot, n);
}
