// case: width-of-64-bits   expect: safe   class: race   launch: grid(any) block(2,4)   at: -
// The number of rows is an int.
__global__ void k(int* out, size_t width, int height) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = x;
}
