// case: pytorch177149   expect: unsafe   class: buffer-toggle   launch: grid(1) block(64)   rule: race   at: if (t < 2) smem[t] = 0;
// source: PyTorch PR #177149 (radixSelect, findPattern)
// url: https://github.com/pytorch/pytorch/pull/177149
// cause: two halves of a buffer take turns, but a helper at the end always writes the first half, whose last reader is not waited for
extern "C" __global__ void find(const int *in, int *out) {
  __shared__ int smem[8];
  const int t = threadIdx.x, v = in[t];
  int half = 0, total = 0;
  if (t < 8) smem[t] = 0;
  __syncthreads();
  for (int d = 0; d < 3; ++d) {
    atomicAdd(&smem[half * 4 + ((v >> (2 * d)) & 3)], 1);
    __syncthreads();
    total += smem[half * 4 + (t & 3)];
    half ^= 1;
    if (t < 4 && d == 0) smem[half * 4 + t] = 0;
    if (d == 1) __syncthreads();
    if (t < 4 && d == 1) smem[half * 4 + t] = 0;
    if (d < 2) __syncthreads();
  }
  if (t < 2) smem[t] = 0;
  __syncthreads();
  if (v == 77) smem[0] = 1;
  __syncthreads();
  out[t] = total + smem[0];
}
