// case: halo-loaded-in-steps   expect: safe   class: race   launch: grid(any) block(16,16)   at: -
// A tile of 18 x 18 elements is loaded by 256 threads: an index is taken apart into a row and a column.
__global__ void blur(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ float tile[18][18];
  const int left = blockIdx.x * 16 - 1, top = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
    const int row = i / 18, column = i % 18;
    const int x = min(max(left + column, 0), width - 1), y = min(max(top + row, 0), height - 1);
    tile[row][column] = in[y * width + x];
  }
  __syncthreads();
  const int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = (tile[threadIdx.y][threadIdx.x + 1] + tile[threadIdx.y + 2][threadIdx.x + 1]) / 2;
}
