// case: rows-of-warps   expect: safe   class: shapes   launch: grid(1) block(32,any:8)   at: -
// why: shapes one by one, as lanes meet
__global__ void k(const int* in, int* out) {
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  int v = in[t];
  v += __shfl_xor_sync(~0u, v, 1);
  out[t] = v;
}
