// case: csr-vector   expect: unsafe   class: full-mask-divergent   launch: grid(2) block(any:32)   at: for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
// Lanes without an element of the row return before the shuffles.
__global__ void spmv(const int* starts, const int* columns, const float* values, const float* x, float* y,
                     int rows) {
  const int lane = threadIdx.x & 31, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows || starts[row] + lane >= starts[row + 1]) return;
  float sum = 0;
  for (int i = starts[row] + lane; i < starts[row + 1]; i += 32) sum += values[i] * x[columns[i]];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0) y[row] = sum;
}
