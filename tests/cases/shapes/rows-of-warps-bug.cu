// case: rows-of-warps   expect: unsafe   class: shapes   launch: grid(1) block(any:8,any:8)   rule: shfl.inactive-source   at: -
// cause: of a row of eight threads four rows make a warp, of which one leaves
__global__ void k(const int* in, int* out) {
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  if (threadIdx.y == 3) return;
  int v = in[t];
  v += __shfl_xor_sync(~0u, v, 8);
  out[t] = v;
}
