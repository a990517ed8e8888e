// case: vector-copy-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(64)   rule: race   at: sum += words[i * 64 + t]
// cause: the only group may be pending
__device__ void copy16(void* to, const void* from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}
__global__ void rows(const float4* in, float* out) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  copy16(&s[t], in + t);
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  const float* words = reinterpret_cast<const float*>(s);
  float sum = 0.0f;
  for (int i = 0; i < 4; ++i) sum += words[i * 64 + t];
  out[t] = sum;
}
