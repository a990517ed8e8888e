// One warp for each row; the number of rows per block is chosen by the caller.
#include <cstdio>

template <typename T, int kWarps>
__global__ void dot_rows(const T* a, const T* b, T* out, int rows, int columns) {
  const int row = blockIdx.x * kWarps + threadIdx.y;
  if (row >= rows) return;
  T sum = 0;
  for (int c = threadIdx.x; c < columns; c += 32) sum += a[row * columns + c] * b[row * columns + c];
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, mask);
  if (threadIdx.x == 0) out[row] = sum;
}

template <typename T>
void dot(const T* a, const T* b, T* out, int rows, int columns) {
  if (rows < 64) {
    dot_rows<T, 2><<<(rows + 1) / 2, dim3(32, 2)>>>(a, b, out, rows, columns);  // expect: proved
  } else {
    dot_rows<T, 8><<<(rows + 7) / 8, dim3(32, 8)>>>(a, b, out, rows, columns);  // expect: proved
  }
}

int main() {
  double *a, *b, *out;
  cudaMalloc(&a, 100 * 300 * sizeof(double));
  cudaMalloc(&b, 100 * 300 * sizeof(double));
  cudaMalloc(&out, 100 * sizeof(double));
  dot(a, b, out, 100, 300);
  dot(a, b, out, 20, 300);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
