// case: rows-of-eight   expect: unsafe   class: full-mask-divergent   launch: grid(1) block(8,8)   at: v += __shfl_down_sync(0xffffffffu, v, off, 8);
// cause: the row guard splits a warp: four rows are one warp
// level: ptx
__global__ void row_sums(const float *in, float *out, int rows) {
  float v = 0.0f;
  if (threadIdx.y < rows) {
    v = in[threadIdx.y * 8 + threadIdx.x];
    for (int off = 4; off > 0; off >>= 1)
      v += __shfl_down_sync(0xffffffffu, v, off, 8);
    if (threadIdx.x == 0) out[threadIdx.y] = v;
  }
  __syncthreads();
  if (threadIdx.y == 0) out[8 + threadIdx.x] = v;
}
