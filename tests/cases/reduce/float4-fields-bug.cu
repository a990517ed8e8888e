// case: float4-fields   expect: unsafe   class: self-not-in-mask   launch: grid(1) block(32)   rule: mask.self   at: r.z = __shfl_xor_sync(mask & 0x0fffffffu, v.z, off);
// cause: the mask of one field lacks four lanes that execute it
// level: ptx
__device__ __forceinline__ float4 shuffle4(unsigned mask, float4 v, int off) {
  float4 r;
  r.x = __shfl_xor_sync(mask, v.x, off);
  r.y = __shfl_xor_sync(mask, v.y, off);
  r.z = __shfl_xor_sync(mask & 0x0fffffffu, v.z, off);
  r.w = __shfl_xor_sync(mask, v.w, off);
  return r;
}
__global__ void centroid(const float4 *in, float4 *out) {
  float4 v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int off = 1; off < 32; off <<= 1) {
    const float4 o = shuffle4(0xffffffffu, v, off);
    v.x += o.x; v.y += o.y; v.z += o.z; v.w += o.w;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}
