// case: source-size-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(64)   rule: async.source-size   at: cp.async.ca.shared.global
// cause: all that is left is read, not one word
__global__ void tail(const float* in, float* out, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  const unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
  const int left = n - t;
  const int bytes = left <= 0 ? 0 : 4 * left;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at), "l"(in + t), "r"(bytes) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = s[t];
}
