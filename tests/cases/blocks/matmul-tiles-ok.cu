// case: matmul-tiles   expect: safe   class: matrix-product   launch: grid(1) block(16,16) n=64   at: -
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int m = 0; m < n / 16; ++m) {
    as[ty][tx] = a[row * n + m * 16 + tx];
    bs[ty][tx] = b[(m * 16 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
