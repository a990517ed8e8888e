// case: PairsOfAnyBlock_fixed   expect: safe   class: alignment   launch: grid(1) block(any)   rule: -   at: -
__global__ void pairs(float *out, const float *in) {
  float2 pair = *reinterpret_cast<const float2 *>(in + 2 * threadIdx.x);
  out[threadIdx.x] = pair.x + pair.y;
}
