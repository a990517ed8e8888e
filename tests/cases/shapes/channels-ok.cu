// case: channels   expect: safe   class: race   launch: grid(any) block(16,16)   at: -
// Three bytes of each pixel of an image of any size.
__global__ void grey(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int at = 3 * (y * width + x);
  out[at] = in[at];
  out[at + 1] = in[at] + in[at + 1];
  out[at + 2] = in[at] + in[at + 2];
}
