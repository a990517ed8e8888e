// case: grid-one-store   expect: safe   class: inter-block   launch: grid(2,2) block(8,8)   at: -
// One of the blocks may leave its row, not each of them.
__device__ unsigned last_row;
__global__ void rows(float* m, float f) {
  m[(blockIdx.y * 8 + threadIdx.y) * 16 + blockIdx.x * 8 + threadIdx.x] *= f;
  if (threadIdx.x == 0 && threadIdx.y == 0 && blockIdx.x == 0) {
    const unsigned row = blockIdx.y;
    if (row == gridDim.y - 1) last_row = row;
  }
}
