// case: chain-of-arrivals-ok   expect: safe   class: three-warps   launch: grid(1) block(96)   rule: -   at: -
// note: warp 1 waits for warp 0 before it arrives at the barrier of warp 2, which so knows of warp 0
extern "C" __global__ void pass_on(const int *in, int *out) {
  __shared__ int s[32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  if (warp == 0) {
    s[lane] = in[lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else if (warp == 1) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    out[lane] = s[31 - lane];
  }
}
