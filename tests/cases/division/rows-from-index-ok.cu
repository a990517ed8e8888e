// case: rows-from-index   expect: safe   class: race   launch: grid(any) block(256)   at: -
// Each thread's row and column are made of its number, and its number of these again.
__global__ void laplace(float* out, const float* in, int width, int height) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = i % width, y = i / width;
  const int above = ((y + 1) % height) * width + x, left = y * width + (width + x - 1) % width;
  out[y * width + x] = in[y * width + x] + in[above] + in[left];
}
