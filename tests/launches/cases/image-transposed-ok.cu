// A matrix is transposed by tiles in shared memory: n * k + k' is another element for each thread, where n * k fits an int.
__global__ void transpose(float* dst, const float* src, int k, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < k) tile[threadIdx.x][threadIdx.y] = src[y * n + x];
  __syncthreads();
  x = blockIdx.x * 32 + threadIdx.y;
  y = blockIdx.y * 32 + threadIdx.x;
  if (x < n && y < k) dst[x * k + y] = tile[threadIdx.y][threadIdx.x];
}
void matrix(float* dst, const float* src, int k, int n) {
  transpose<<<dim3((n + 31) / 32, (k + 31) / 32), dim3(32, 32)>>>(dst, src, k, n);  // expect: proved
}
