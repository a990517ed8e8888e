// Softmax backward: dx = y * (dy - sum(y * dy)); one warp per row, rows by grid stride.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void softmax_backward(float* dx, const float* dy, const float* y, int rows, int cols) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const int warps_per_block = blockDim.x / warp.size();
  for (int row = blockIdx.x * warps_per_block + warp.meta_group_rank(); row < rows; row += gridDim.x * warps_per_block) {
    const float* yr = y + (size_t)row * cols;
    const float* dyr = dy + (size_t)row * cols;
    float* dxr = dx + (size_t)row * cols;
    float dot = 0.0f;
    for (int c = warp.thread_rank(); c < cols; c += warp.size()) dot += yr[c] * dyr[c];
    dot = cg::reduce(warp, dot, cg::plus<float>{});
    for (int c = warp.thread_rank(); c < cols; c += warp.size()) dxr[c] = yr[c] * (dyr[c] - dot);
  }
}

void softmax_backward_launch(float* dx, const float* dy, const float* y, int rows, int cols) {
  const int block = 128;
  const int grid = (rows * 32 + block - 1) / block;
  softmax_backward<<<grid, block>>>(dx, dy, y, rows, cols);
}
