// The matrix has whole tiles, so that the kernel does not compare rows and columns with its sizes.
#include <cstdlib>

__global__ void fill(float* c, int m, int n) {
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  c[row * n + col] = row;
}

__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float x[16][16], y[16][16];
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < k / 16; ++t) {
    x[threadIdx.y][threadIdx.x] = a[row * k + t * 16 + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(t * 16 + threadIdx.y) * n + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += x[threadIdx.y][i] * y[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

int main(int argc, char** argv) {
  const int n = atoi(argv[1]), m = atoi(argv[2]), k = atoi(argv[3]);
  if (n % 16 || m % 16 || k % 16) return 1;
  float *a, *b, *c;
  cudaMalloc(&a, sizeof(float) * m * k);
  cudaMalloc(&b, sizeof(float) * k * n);
  cudaMalloc(&c, sizeof(float) * m * n);
  const dim3 block(16, 16), grid(n / 16, m / 16);
  fill<<<grid, block>>>(c, m, n);  // expect: proved
  product<<<grid, block>>>(a, b, c, m, n, k);  // expect: proved
}
