// case: volume-nested   expect: safe   class: race   launch: grid(any) block(8,8,4)   at: -
// Each thread stores the element of a volume that is its own: the index counts layers, then rows, then columns.
__global__ void scale(const float* in, float* out, int nx, int ny, int nz, float factor) {
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  const int i = (z * ny + y) * nx + x;
  out[i] = factor * in[i];
}
