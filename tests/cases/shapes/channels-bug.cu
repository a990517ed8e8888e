// case: channels   expect: unsafe   class: race   launch: grid(any) block(16,16)   at: out[at + 2] = in[at] + in[at + 2];
// The third byte of a pixel is the first one of the next.
__global__ void grey(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int at = 2 * (y * width + x);
  out[at] = in[at];
  out[at + 1] = in[at] + in[at + 1];
  out[at + 2] = in[at] + in[at + 2];
}
