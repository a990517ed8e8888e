// A matrix is transposed by tiles, of which the last one reaches into the next row: y is not compared with k.
__global__ void transpose(float* dst, const float* src, int k, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < k) tile[threadIdx.x][threadIdx.y] = src[y * n + x];
  __syncthreads();
  x = blockIdx.x * 32 + threadIdx.y;
  y = blockIdx.y * 32 + threadIdx.x;
  if (x < n) dst[x * k + y] = tile[threadIdx.y][threadIdx.x];
}
void matrix(float* dst, const float* src, int k, int n) {
  transpose<<<dim3((n + 31) / 32, (k + 31) / 32), dim3(32, 32)>>>(dst, src, k, n);  // expect: violation
}
