// Each thread stores the element of a volume that is its own: the index counts layers, then rows, then columns.
__global__ void scale(const float* in, float* out, int nx, int ny, int nz, float factor) {
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  const int i = (z * ny + y) * nx + x;
  out[i] = factor * in[i];
}

void run(const float* in, float* out, int nx, int ny, int nz, float factor) {
  const dim3 block(8, 8, 4), grid((nx + 7) / 8, (ny + 7) / 8, (nz + 3) / 4);
  scale<<<grid, block>>>(in, out, nx, ny, nz, factor);  // expect: proved
}
