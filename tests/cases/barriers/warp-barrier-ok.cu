// case: warp-barrier   expect: safe   class: named-barrier-count   launch: grid(1) block(96)   at: -
// note: a count of one warp is complete with the arrival of each, so all warps may use one barrier for themselves
extern "C" __global__ void alone(const int *in, int *out) {
  __shared__ int word[96];
  const int t = threadIdx.x;
  word[t] = in[t];
  asm volatile("bar.sync 1, 32;" ::: "memory");
  out[t] = word[t ^ 1];
}
