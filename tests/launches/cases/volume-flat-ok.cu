// The index is a sum of products of sizes.
__global__ void mark(float* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[z * nx * ny + y * nx + x] = x + 0.5f * y;
}

void run(float* out, int nx, int ny, int nz) {
  const dim3 block(8, 8, 4), grid((nx + 7) / 8, (ny + 7) / 8, (nz + 3) / 4);
  mark<<<grid, block>>>(out, nx, ny, nz);  // expect: proved
}
