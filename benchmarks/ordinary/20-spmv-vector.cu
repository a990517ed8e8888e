// CSR sparse matrix times vector with a sub-warp per row.
#include <cuda_runtime.h>

template <int TPR>
__global__ void spmv_csr_vector(int rows, const int* __restrict__ ptr, const int* __restrict__ col, const float* __restrict__ val,
                                const float* __restrict__ x, float* __restrict__ y) {
  const int lane = threadIdx.x % TPR;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) / TPR;
  const int stride = gridDim.x * blockDim.x / TPR;
  const unsigned mask = TPR == 32 ? 0xffffffffu : ((1u << TPR) - 1) << ((threadIdx.x % 32) / TPR * TPR);
  for (int row = first; row < rows; row += stride) {
    float sum = 0.f;
    for (int j = ptr[row] + lane; j < ptr[row + 1]; j += TPR) sum += val[j] * x[col[j]];
#pragma unroll
    for (int o = TPR / 2; o > 0; o /= 2) sum += __shfl_down_sync(mask, sum, o, TPR);
    if (lane == 0) y[row] = sum;
  }
}

void spmv(int rows, int nnz, const int* ptr, const int* col, const float* val, const float* x, float* y) {
  const int per_row = rows > 0 ? nnz / rows : 0;
  const int threads = 128;
  if (per_row <= 8) {
    spmv_csr_vector<8><<<(rows * 8 + threads - 1) / threads, threads>>>(rows, ptr, col, val, x, y);
  } else {
    spmv_csr_vector<32><<<(rows * 32 + threads - 1) / threads, threads>>>(rows, ptr, col, val, x, y);
  }
}
