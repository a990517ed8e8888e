// case: PairsOfAnyBlock   expect: unsafe   class: alignment   launch: grid(1) block(any)   rule: memory.misaligned   at: -
// cause: thread 1 reads eight bytes at byte 4
__global__ void pairs(float *out, const float *in) {
  float2 pair = *reinterpret_cast<const float2 *>(in + threadIdx.x);
  out[threadIdx.x] = pair.x + pair.y;
}
