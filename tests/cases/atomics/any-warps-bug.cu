// case: any-warps   expect: unsafe   class: race   launch: grid(1) block(any)   rule: race   at: out[i & 127]
// From the fifth warp on, warps share elements.
extern "C" __global__ void scale(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i & 127] = 2.0f * in[i];
}
