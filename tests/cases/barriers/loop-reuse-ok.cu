// case: loop-reuse   expect: safe   class: named-barrier-count   launch: grid(1) block(128) rounds=4   at: -
// note: the same two warps in every round: who waited knows that the round before is over
extern "C" __global__ void rounds_of_two(const int *in, int *out, int rounds) {
  __shared__ int word[128];
  const int t = threadIdx.x;
  word[t] = in[t];
  for (int i = 0; i < rounds; ++i) {
    if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  }
  out[t] = word[t];
}
