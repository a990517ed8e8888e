// case: unsigned-matrix   expect: safe   class: race   launch: grid(any) block(16,16)   at: -
// The sizes of the matrix are unsigned numbers.
__global__ void ramp(float* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = x + y;
}
