// case: arrival-knows-ok   expect: safe   class: race   launch: grid(1) block(96)   rule: -   at: -
// why: warp 1 waits for warp 0 before it arrives at the barrier of warp 2.
__global__ void k(const int *in, int *out, int key) {
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
    if (key == 77777) out[lane] = s[31 - lane];
  }
}
