// A tile with a halo in shared memory; rows of the result are taken to be h apart.
constexpr int kX = 32, kY = 8;
__global__ void smooth(const float* in, float* out, int w, int h) {
  __shared__ float tile[kY + 2][kX];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * kX + tx, y = blockIdx.y * kY + ty;
  const bool inside = x < w && y < h;
  if (inside) {
    tile[ty + 1][tx] = in[y * w + x];
    if (ty == 0) tile[0][tx] = y > 0 ? in[(y - 1) * w + x] : 0.0f;
    if (ty == kY - 1 || y == h - 1) tile[ty + 2][tx] = y + 1 < h ? in[(y + 1) * w + x] : 0.0f;
  }
  __syncthreads();
  if (inside) out[y * h + x] = tile[ty][tx] + tile[ty + 1][tx] + tile[ty + 2][tx];
}
void image(const float* in, float* out, int w, int h) {
  dim3 block(kX, kY);
  dim3 grid((w + kX - 1) / kX, (h + kY - 1) / kY);
  smooth<<<grid, block>>>(in, out, w, h);  // expect: violation
}
