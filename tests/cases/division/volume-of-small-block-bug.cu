// case: volume-of-small-block   expect: unsafe   class: race   launch: grid(any) block(2,2,2)   at: out[(z * b.ny + y) * b.nx + x] = x
// The column behind the last one is the first one of the next row.
struct Box { int nx, ny, nz; };
__global__ void k(int* out, Box b) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y, z = blockIdx.z * 2 + threadIdx.z;
  if (x <= b.nx && y < b.ny && z < b.nz) out[(z * b.ny + y) * b.nx + x] = x;
}
