// case: function-argument-bug   expect: unsafe   class: reduction   launch: grid(any) block(any:32)   rule: -   at: __shfl_xor_sync
// cause: the function that is passed shuffles again where some lanes do not
__device__ float larger(float a, float b) {
  if (a > b) return __shfl_xor_sync(0xffffffffu, a, 1);
  return b;
}
template <class F>
__device__ float reduce(float v, F combine) {
  for (int offset = 16; offset > 0; offset >>= 1) v = combine(v, __shfl_down_sync(0xffffffffu, v, offset));
  return v;
}
__global__ void most(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = reduce(in[i], larger);
  if (threadIdx.x % 32 == 0) out[i / 32] = v;
}
