// case: volume-flat   expect: safe   class: race   launch: grid(any) block(8,8,4)   at: -
// The index is a sum of products of sizes.
__global__ void mark(float* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[z * nx * ny + y * nx + x] = x + 0.5f * y;
}
