// case: tilescale9   expect: safe   class: barrier-unreached   launch: grid(1) block(128)   rule: -   at: -
// source: tilescale PR #9 (review)
// url: https://github.com/tile-ai/tilescale/pull/9
extern "C" __global__ void specialised(const float *x, float *out) {
  __shared__ float s[96], t[96];
  const int tid = threadIdx.x;
  if (tid >= 32) {
    s[tid - 32] = x[tid];
    asm volatile("bar.sync 1, 96;" ::: "memory");
    t[tid - 32] = s[127 - tid];
  }
  __syncthreads();
  if (tid < 96) out[tid] = t[95 - tid];
}
