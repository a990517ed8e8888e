// case: adaptivecpp823   expect: unsafe   class: activemask-misuse   launch: grid(1) block(64)   rule: shfl.source-outside-mask   at: x += __shfl_down_sync(active, x, d);
// source: AdaptiveCpp #823
// url: https://github.com/AdaptiveCpp/AdaptiveCpp/issues/823
// cause: group function takes __activemask() for the sub-group; it may hold less than the warp
__device__ int sub_group_sum(int x) {
  const unsigned active = __activemask();
  for (int d = 16; d > 0; d >>= 1) x += __shfl_down_sync(active, x, d);
  return __shfl_sync(active, x, 0);
}
extern "C" __global__ void group_reduce(const int *in, int *out) {
  const int t = threadIdx.x;
  int v = in[t];
  if (v < 0) v = -v * 3;
  out[t] = sub_group_sum(v);
}
