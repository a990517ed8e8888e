// case: cub380   expect: unsafe   class: logical-warp-7   launch: grid(1) block(35)   rule: race   at: if (lane + 1 < 7) v += s[group * 7 + lane + 1];
// source: NVIDIA/cub PR #380, #179
// url: https://github.com/NVIDIA/cub/pull/380
// cause: logical warps of 7 threads cross physical warps: __syncwarp() does not order them
extern "C" __global__ void sevens(const int *in, int *out) {
  __shared__ int s[35];
  const int group = threadIdx.x / 7, lane = threadIdx.x % 7;
  int v = in[threadIdx.x];
  s[threadIdx.x] = v;
  __syncwarp();
  if (lane + 1 < 7) v += s[group * 7 + lane + 1];
  out[threadIdx.x] = v;
}
