// case: mean-variance   expect: safe   class: value-guard   launch: grid(1) block(32)   at: -
// why: all lanes take part, only the store is guarded
__global__ void centre(const float *in, float *out, int n) {
  const int lane = threadIdx.x;
  const float v = lane < n ? in[lane] : 0.0f;
  float s = v;
#pragma unroll
  for (int off = 16; off > 0; off /= 2) s += __shfl_down_sync(~0u, s, off);
  const float mean = __shfl_sync(~0u, s, 0);
  if (lane < n) out[lane] = v - mean / (float)n;
}
