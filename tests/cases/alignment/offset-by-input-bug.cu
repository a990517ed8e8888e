// case: OffsetByInput_broken   expect: unsafe   class: alignment   launch: grid(1) block(64)   rule: memory.misaligned   at: -
// cause: whatever n is, an odd number of words is no multiple of eight bytes
__global__ void from(float *out, const float *in, int n) {
  float2 v = *reinterpret_cast<const float2 *>(in + 2 * n + 1);
  out[threadIdx.x] = v.x + v.y;
}
