// case: chain-of-warps   expect: unsafe   class: three-warps   launch: grid(1) block(96)   rule: race   at: out[t] = s[95 - t];
// note: warps 0 and 1 meet, then 1 and 2: warp 2 knows of 0 through 1, warp 0 does not know of 2
extern "C" __global__ void chain(const int *in, int *out) {
  __shared__ int s[96];
  const int t = threadIdx.x, warp = t >> 5;
  s[t] = in[t];
  if (warp <= 1) asm volatile("bar.sync 1, 64;" ::: "memory");
  if (warp >= 1) asm volatile("bar.sync 2, 64;" ::: "memory");
  out[t] = s[95 - t];
}
