// case: barrier-before-wait-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(64)   rule: race   at: out[t] = s[63 - t]
// cause: the barrier stands before the wait
__device__ void copy4(void* to, const void* from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
}
__global__ void reverse(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  copy4(&s[t], in + t);
  __syncthreads();
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = s[63 - t];
}
