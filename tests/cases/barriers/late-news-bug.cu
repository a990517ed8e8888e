// case: late-news   expect: unsafe   class: named-barrier-count   launch: grid(1) block(128)   at: asm volatile("bar.sync 1, 64;" ::: "memory");
// source: idiom
// cause: warp 2 arrives at barrier 2 before it meets warp 0, so warp 3, which waits there, need not know that warps 0 and 1 are through with barrier 1
// level: ptx
extern "C" __global__ void hand_on(const int *in, int *out) {
  const int warp = threadIdx.x / 32;
  if (warp < 2) asm volatile("bar.sync 1, 64;" ::: "memory");
  if (warp == 2) asm volatile("bar.arrive 2, 64;" ::: "memory");
  if (warp == 0 || warp == 2) asm volatile("bar.sync 3, 64;" ::: "memory");
  if (warp == 3) asm volatile("bar.sync 2, 64;" ::: "memory");
  if (warp >= 2) asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = in[threadIdx.x];
}
