// case: rocmlir2447   expect: unsafe   class: idle-threads   launch: grid(1) block(256)   rule: race   at: ws[slot] = in[t];
// source: rocMLIR PR #2447
// url: https://github.com/ROCm/rocMLIR/pull/2447
// cause: 192 slots for 256 threads: the idle last warps wrap around and write slots of others
extern "C" __global__ void blockwise_reduce(const float *in, float *out) {
  __shared__ float ws[192];
  const int t = threadIdx.x, slot = t % 192;
  ws[slot] = in[t];
  __syncthreads();
  if (t < 48) out[t] = ws[t] + ws[t + 48] + ws[t + 96] + ws[t + 144];
}
