// case: QuadsOfWords_fixed   expect: safe   class: alignment   launch: grid(1) block(64)   rule: -   at: -
__global__ void quads(float *out) {
  *reinterpret_cast<float4 *>(out + 4 * threadIdx.x) = make_float4(0, 0, 0, 0);
}
