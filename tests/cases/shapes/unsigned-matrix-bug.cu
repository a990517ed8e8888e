// case: unsigned-matrix   expect: unsafe   class: race   launch: grid(any) block(16,16)   at: if (x < width && y < height) out[y * height + x] = x + y;
// Rows are as far apart as there are rows.
__global__ void ramp(float* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * height + x] = x + y;
}
