// case: drop-leader   expect: unsafe   class: self-not-in-mask   launch: grid(1) block(32)   rule: mask.self   at: if (p) v = __shfl_sync(rest, v, 31 - __clz(rest));
// cause: the leader was taken out of the mask but still executes the shuffle
// level: ptx
__global__ void followers(const int *in, int *out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  const bool p = v > 0;
  const unsigned set = __ballot_sync(0xffffffffu, p);
  const unsigned rest = set & (set - 1);
  if (p) v = __shfl_sync(rest, v, 31 - __clz(rest));
  out[lane] = v;
}
