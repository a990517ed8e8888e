// A sparse matrix in a structure by value: the grid comes from its number of rows, which begins the structure.
#include <cuda_runtime.h>
struct Matrix {
  int rows;
  int *begin, *column;
  double* value;
};
__global__ void multiply(Matrix m, const double* x, double* y) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
  for (int r = warp; r < m.rows; r += warps) {
    double sum = 0;
    for (int j = m.begin[r] + lane; j < m.begin[r + 1]; j += 32) sum += m.value[j] * x[m.column[j]];
    for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(~0u, sum, o);
    if (lane == 0) y[r] = sum;
  }
}
void run(const Matrix& m, const double* x, double* y) {
  multiply<<<(m.rows * 32 + 127) / 128, 128>>>(m, x, y);  // expect: proved
}
