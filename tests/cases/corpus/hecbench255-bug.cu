// case: hecbench255   expect: unsafe   class: in-place-scan   launch: grid(1) block(64)   rule: race   at: op[t] = a < b ? a : b;
// source: HeCBench #255 (morphology twoWayScan)
// url: https://github.com/ORNL/HeCBench/issues/255
// cause: Hillis-Steele scan in place: read and write of one round are not separated
extern "C" __global__ void min_scan(const int *in, int *out) {
  __shared__ int op[64];
  const int t = threadIdx.x;
  op[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    if (t >= d) {
      const int a = op[t], b = op[t - d];
      op[t] = a < b ? a : b;
    }
    __syncthreads();
  }
  out[t] = op[t];
}
