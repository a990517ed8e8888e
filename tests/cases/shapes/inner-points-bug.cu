// case: inner-points   expect: unsafe   class: race   launch: grid(any) block(16,16)   at: out[y * (width - 3) + x] = in[(y - 1) * width + x] + in[(y + 1) * width + x];
// Rows of the result are shorter than the number of points in them.
__global__ void smooth(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    out[y * (width - 3) + x] = in[(y - 1) * width + x] + in[(y + 1) * width + x];
}
