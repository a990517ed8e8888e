// The rows begin at a parameter: the product of a row's number and the width is a sum of two.
#include <cstdlib>

__global__ void eliminate(double* a, int n, int k) {
  const int col = k + blockIdx.x * 32 + threadIdx.x;
  const int row = k + 1 + blockIdx.y * 8 + threadIdx.y;
  if (col < n && row < n) a[row * n + col] = col - 2.0 * row;
}

int main(int argc, char** argv) {
  const int n = atoi(argv[1]);
  double* a;
  cudaMalloc(&a, sizeof(double) * n * n);
  for (int k = 0; k < n - 1; ++k)
    eliminate<<<dim3((n - k + 31) / 32, (n - k + 6) / 8), dim3(32, 8)>>>(a, n, k);  // expect: proved
}
