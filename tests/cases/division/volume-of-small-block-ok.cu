// case: volume-of-small-block   expect: safe   class: race   launch: grid(any) block(2,2,2)   at: -
// Two elements of a small block are one only where nx * ny * nz does not fit an int: 3 * 1431655765 is 2^32 - 1.
struct Box { int nx, ny, nz; };
__global__ void k(int* out, Box b) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y, z = blockIdx.z * 2 + threadIdx.z;
  if (x < b.nx && y < b.ny && z < b.nz) out[(z * b.ny + y) * b.nx + x] = x;
}
