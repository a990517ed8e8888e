// case: zprize-msm1   expect: unsafe   class: missing-syncthreads-war   launch: grid(1) block(128) n=4   rule: race   at: wvals[threadIdx.x] = w;
// source: zprize-GPU-MSM-harness PR #1 (is_unique)
// url: https://github.com/yelhousni/zprize-GPU-MSM-harness/pull/1
// cause: one barrier a round: a fast thread posts the value of the next round while others still compare
extern "C" __global__ void unique_rounds(const int *in, int *out, int n) {
  __shared__ int wvals[128];
  int found = 0;
  for (int r = 0; r < n; ++r) {
    const int w = in[r * blockDim.x + threadIdx.x];
    wvals[threadIdx.x] = w;
    __syncthreads();
    int same = 0;
    for (int k = 0; k < 128; ++k) same += wvals[k] == w;
    found += same == 1;
  }
  out[threadIdx.x] = found;
}
