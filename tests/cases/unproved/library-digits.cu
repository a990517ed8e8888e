// case: library-digits   expect: unproved   class: library   launch: grid(1) block(64) effort(20)   rule: -   at: -
// cause: what the library computes may differ in the last digit from what the evaluator computes
__global__ void by_angle(int *out) {
  __shared__ int word[64];
  const int t = threadIdx.x;
  word[t] = t;
  if (atan(1.0) == 0.7853981633974483) out[t] = word[63 - t];
}
__global__ void by_root(int *out) {
  __shared__ int word[64];
  const int t = threadIdx.x;
  word[t] = t;
  if (pow(2.0, 0.5) == 1.4142135623730951) out[t] = word[63 - t];
}
