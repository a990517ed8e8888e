// As image-sizes-ok.cu, but threads past the end of a row store into the next one.
__global__ void shade(float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= h) return;
  out[y * w + x] = x + 0.5f * y;
}
void image(float* out, int w, int h) {
  dim3 block(32, 8);
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  shade<<<grid, block>>>(out, w, h);  // expect: violation
}
