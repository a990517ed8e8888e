// case: function-argument-ok   expect: safe   class: reduction   launch: grid(any) block(any:32)   rule: -   at: -
// why: the functions that are passed compute in registers
__device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ float sum(float a, float b) { return a + b; }
template <class F>
__device__ float reduce(float v, F combine) {
  for (int offset = 16; offset > 0; offset >>= 1) v = combine(v, __shfl_xor_sync(0xffffffffu, v, offset));
  return v;
}
__global__ void statistics(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float most = reduce(in[i], larger), all = reduce(in[i], sum);
  if (threadIdx.x % 32 == 0) out[i / 32] = most + all;
}
