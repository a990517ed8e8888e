// case: barrier-before-wait-ok   expect: safe   class: software-pipeline   launch: grid(1) block(64)   rule: -   at: -
__device__ void copy4(void* to, const void* from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
}
__global__ void reverse(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  copy4(&s[t], in + t);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[t] = s[63 - t];
}
