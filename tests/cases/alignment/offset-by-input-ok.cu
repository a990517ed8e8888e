// case: OffsetByInput   expect: safe   class: alignment   launch: grid(1) block(64)   rule: -   at: -
// why: whether n is a multiple of 4 is assumed, and the verdict says so
__global__ void from(float *out, const float *in, int n) {
  float4 v = *reinterpret_cast<const float4 *>(in + n);
  out[threadIdx.x] = v.x + v.w;
}
