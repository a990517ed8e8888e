// case: overfull   expect: safe   class: named-barrier-count   launch: grid(1) block(128)   at: -
// note: each pair of warps has a barrier of its own
extern "C" __global__ void swap_pairs(const int *in, int *out) {
  __shared__ int word[128];
  const int t = threadIdx.x;
  word[t] = in[t];
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[t] = word[t ^ 32];
}
