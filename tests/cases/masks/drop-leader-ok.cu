// case: drop-leader   expect: safe   class: self-not-in-mask   launch: grid(1) block(32)   at: -
// why: the leader is out of the mask and out of the branch
__global__ void followers(const int *in, int *out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  const bool p = v > 0;
  const unsigned set = __ballot_sync(0xffffffffu, p);
  const unsigned rest = set & (set - 1);
  const int leader = __ffs(set) - 1;
  if (p && lane != leader) v = __shfl_sync(rest, v, 31 - __clz(rest));
  out[lane] = v;
}
