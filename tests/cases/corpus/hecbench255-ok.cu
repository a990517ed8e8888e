// case: hecbench255   expect: safe   class: in-place-scan   launch: grid(1) block(64)   rule: -   at: -
// source: HeCBench #255 (morphology twoWayScan)
// url: https://github.com/ORNL/HeCBench/issues/255
extern "C" __global__ void min_scan(const int *in, int *out) {
  __shared__ int op[64];
  const int t = threadIdx.x;
  op[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    const int a = op[t], b = t >= d ? op[t - d] : a;
    __syncthreads();
    op[t] = a < b ? a : b;
    __syncthreads();
  }
  out[t] = op[t];
}
