// case: inner-points   expect: safe   class: race   launch: grid(any) block(16,16)   at: -
// A stencil: the points at the border of the grid are left out.
__global__ void smooth(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    out[y * width + x] = in[(y - 1) * width + x] + in[(y + 1) * width + x] + in[y * width + x - 1] + in[y * width + x + 1];
}
