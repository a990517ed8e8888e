// case: lambda-op   expect: safe   class: full-mask-divergent   launch: grid(1) block(64)   at: -
// why: a generic reduction with a lambda, called by whole warps
template <class T, class Op>
__device__ T warp_reduce(T v, Op op) {
  for (int off = warpSize / 2; off > 0; off /= 2)
    v = op(v, __shfl_down_sync(0xffffffffu, v, off));
  return v;
}
__global__ void spread(const int *in, int *out) {
  const int i = threadIdx.x;
  int low = 0, high = 0;
  low = warp_reduce(in[i], [](int a, int b) { return a < b ? a : b; });
  __syncwarp();
  high = warp_reduce(in[i], [](int a, int b) { return a > b ? a : b; });
  if ((i & 31) == 0) out[i >> 5] = high - low;
}
