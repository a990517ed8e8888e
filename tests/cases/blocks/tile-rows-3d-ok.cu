// case: tile-rows-3d   expect: safe   class: tiles   launch: grid(1) block(8,8,4) nx=8 ny=8   at: -
__global__ void smooth(const float* in, float* out, int nx, int ny) {
  __shared__ float s[4][8][9];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  s[z][y][x] = in[(z * ny + y) * nx + x];
  __syncthreads();
  const float up = z > 0 ? s[z - 1][y][x] : 0.0f, side = y > 0 ? s[z][y - 1][x] : 0.0f;
  out[(z * ny + y) * nx + x] = 0.5f * (up + side) - s[z][y][x];
}
