// case: vector-copied-bug   expect: unsafe   class: alignment   launch: grid(1) block(32)   rule: memory.misaligned   at: const float4 v = *(const float4*)(s + 2 * threadIdx.x);
// cause: thread 1 copies 16 bytes at byte 8: without optimisation clang copies two halves, which are aligned.
__global__ void sums(float* out) {
  __shared__ __align__(16) float s[128];
  for (int i = 0; i < 4; ++i) s[32 * i + threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float4 v = *(const float4*)(s + 2 * threadIdx.x);
  out[threadIdx.x] = v.x + v.w;
}
