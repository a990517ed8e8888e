// case: hecbench263   expect: safe   class: volatile-warp   launch: grid(1) block(32)   rule: -   at: -
// source: HeCBench #263 (hungarian, min_warp_reduce)
// url: https://github.com/ORNL/HeCBench/issues/263
__device__ void lower(int *s, int t, int d) {
  const int a = s[t], b = s[t + d];
  __syncwarp();
  if (b < a) s[t] = b;
  __syncwarp();
}
extern "C" __global__ void min_warp_reduce(const int *in, int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = 0x7fffffff;
  __syncwarp();
  for (int d = 16; d > 0; d >>= 1) lower(s, t, d);
  if (t == 0) out[0] = s[0];
}
