// case: hecbench263   expect: unsafe   class: volatile-warp   launch: grid(1) block(32)   rule: memory.implicit-warp-sync   at: if (s[t + 8] < s[t]) s[t] = s[t + 8];
// source: HeCBench #263 (hungarian, min_warp_reduce)
// url: https://github.com/ORNL/HeCBench/issues/263
// cause: warp reduction over volatile shared memory without warp barriers
__device__ void lower(volatile int *s, int t) {
  if (s[t + 16] < s[t]) s[t] = s[t + 16];
  if (s[t + 8] < s[t]) s[t] = s[t + 8];
  if (s[t + 4] < s[t]) s[t] = s[t + 4];
  if (s[t + 2] < s[t]) s[t] = s[t + 2];
  if (s[t + 1] < s[t]) s[t] = s[t + 1];
}
extern "C" __global__ void min_warp_reduce(const int *in, int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = 0x7fffffff;
  __syncwarp();
  lower(s, t);
  if (t == 0) out[0] = s[0];
}
