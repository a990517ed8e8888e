// case: read-only-vector-types-bug   expect: unsafe   class: readonly   launch: grid(1) block(32)   rule: memory.read-only   at: float4 v = __ldg(&four[threadIdx.x]);
// cause: the last word of the last vector is stored to
__global__ void k(float* a) {
  const float4* four = reinterpret_cast<const float4*>(a);
  float4 v = __ldg(&four[threadIdx.x]);
  a[127 + threadIdx.x] = v.x + v.w;
}
