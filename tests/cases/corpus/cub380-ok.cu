// case: cub380   expect: safe   class: logical-warp-7   launch: grid(1) block(35)   rule: -   at: -
// source: NVIDIA/cub PR #380, #179
// url: https://github.com/NVIDIA/cub/pull/380
extern "C" __global__ void sevens(const int *in, int *out) {
  __shared__ int s[35];
  const int group = threadIdx.x / 7, lane = threadIdx.x % 7;
  int v = in[threadIdx.x];
  s[threadIdx.x] = v;
  __syncthreads();
  if (lane + 1 < 7) v += s[group * 7 + lane + 1];
  out[threadIdx.x] = v;
}
