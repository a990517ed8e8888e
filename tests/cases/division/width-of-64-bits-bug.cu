// case: width-of-64-bits   expect: unsafe   class: race   launch: grid(any) block(2,4)   at: out[y * width + x] = x
// The column behind the last one is the first one of the next row.
__global__ void k(int* out, size_t width, int height) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (x <= width && y < height) out[y * width + x] = x;
}
