// case: volume-flat   expect: unsafe   class: race   launch: grid(any) block(8,8,4)   at: out[z * nx * nx + y * nx + x] = x + 0.5f * y;
// Layers have nx * ny elements: in the one below the stores of rows from nx on meet those of this one.
__global__ void mark(float* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[z * nx * nx + y * nx + x] = x + 0.5f * y;
}
