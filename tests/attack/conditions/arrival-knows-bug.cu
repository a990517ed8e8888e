// case: arrival-knows-bug   expect: unsafe   class: race   launch: grid(1) block(96)   rule: race   at: if (key == 77777) out[lane] = s[31 - lane];
// cause: warp 1 arrives at the barrier of warp 2 before it waits for warp 0, of which warp 2 knows nothing.
__global__ void k(const int *in, int *out, int key) {
  __shared__ int s[32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  if (warp == 0) {
    s[lane] = in[lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else if (warp == 1) {
    asm volatile("bar.arrive 2, 64;" ::: "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    if (key == 77777) out[lane] = s[31 - lane];
  }
}
