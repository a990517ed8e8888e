// case: source-size-ok   expect: safe   class: software-pipeline   launch: grid(1) block(64)   rule: -   at: -
__global__ void tail(const float* in, float* out, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  const unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
  const int left = n - t;
  const int bytes = left <= 0 ? 0 : 4;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at), "l"(in + t), "r"(bytes) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = s[t];
}
