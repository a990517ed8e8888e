// case: tile   expect: unsafe   class: shapes   launch: grid(1) block(32,any:4)   rule: race   at: -
// cause: the row's barrier is missing, and a warp is one row
__global__ void k(const int* in, int* out) {
  __shared__ int tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  out[y * 32 + x] = tile[(y + 1) % blockDim.y][x];
}
