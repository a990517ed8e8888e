// Stream compaction: predicate, block-wide exclusive scan of warp counts, one atomic per block.
#include <cuda_runtime.h>

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;

__global__ void compact_nonzero(const int* in, int* out, int* total, int n) {
  __shared__ int warp_offset[kWarps];
  __shared__ int block_offset;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (i >= n) return;
  const int v = in[i];
  const unsigned ballot = __ballot_sync(0xffffffffu, v != 0);
  if (lane == 0) warp_offset[warp] = __popc(ballot);
  __syncthreads();
  if (warp == 0) {
    int c = lane < kWarps ? warp_offset[lane] : 0;
    int inc = c;
#pragma unroll
    for (int d = 1; d < kWarps; d <<= 1) {
      const int o = __shfl_up_sync(0xffffffffu, inc, d);
      if (lane >= d) inc += o;
    }
    if (lane < kWarps) warp_offset[lane] = inc - c;
    if (lane == kWarps - 1) block_offset = atomicAdd(total, inc);
  }
  __syncthreads();
  if (v != 0) out[block_offset + warp_offset[warp] + __popc(ballot & ((1u << lane) - 1))] = v;
}

void compact(const int* in, int* out, int* total, int n) {
  cudaMemset(total, 0, sizeof(int));
  compact_nonzero<<<(n + kThreads - 1) / kThreads, kThreads>>>(in, out, total, n);
}
