// case: QuadsOfWords   expect: unsafe   class: alignment   launch: grid(1) block(64)   rule: memory.misaligned   at: -
// cause: four words at once at every word: a vector is aligned as a whole
__global__ void quads(float *out) {
  *reinterpret_cast<float4 *>(out + threadIdx.x) = make_float4(0, 0, 0, 0);
}
