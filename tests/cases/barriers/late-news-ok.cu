// case: late-news   expect: safe   class: named-barrier-count   launch: grid(1) block(128)   at: -
// note: warp 2 arrives at barrier 2 after it has met warp 0
extern "C" __global__ void hand_on(const int *in, int *out) {
  const int warp = threadIdx.x / 32;
  if (warp < 2) asm volatile("bar.sync 1, 64;" ::: "memory");
  if (warp == 0 || warp == 2) asm volatile("bar.sync 3, 64;" ::: "memory");
  if (warp == 2) asm volatile("bar.arrive 2, 64;" ::: "memory");
  if (warp == 3) asm volatile("bar.sync 2, 64;" ::: "memory");
  if (warp >= 2) asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = in[threadIdx.x];
}
