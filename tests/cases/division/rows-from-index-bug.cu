// case: rows-from-index   expect: unsafe   class: race   launch: grid(any) block(256)   at: out[y * (width - 1) + x] = in[y * width + x] + in[above] + in[left];
// Rows of the result are an element shorter than those that the numbers are made of.
__global__ void laplace(float* out, const float* in, int width, int height) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = i % width, y = i / width;
  const int above = ((y + 1) % height) * width + x, left = y * width + (width + x - 1) % width;
  out[y * (width - 1) + x] = in[y * width + x] + in[above] + in[left];
}
