// case: tile   expect: safe   class: shapes   launch: grid(1) block(32,any:4)   at: -
__global__ void k(const int* in, int* out) {
  __shared__ int tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[(y + 1) % blockDim.y][x];
}
