// case: vector-copied-ok   expect: safe   class: alignment   launch: grid(1) block(32)   rule: -   at: -
// cause: every thread copies 16 bytes at a multiple of 16.
__global__ void sums(float* out) {
  __shared__ __align__(16) float s[128];
  for (int i = 0; i < 4; ++i) s[32 * i + threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float4 v = *(const float4*)(s + 4 * threadIdx.x);
  out[threadIdx.x] = v.x + v.w;
}
