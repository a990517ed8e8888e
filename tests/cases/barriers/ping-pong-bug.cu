// case: ping-pong   expect: unsafe   class: named-barrier-phase   launch: grid(1) block(64) rounds=3   at: asm volatile("bar.arrive 1, 64;" ::: "memory");
// source: idiom (CUTLASS and FlashAttention 3 let two groups of warps take turns by two named barriers)
// cause: the second group hands the turn back without waiting for its own: it arrives again while its last arrival may be pending
// level: ptx
extern "C" __global__ void take_turns(int *out, int rounds) {
  const bool first = threadIdx.x < 32;
  if (!first) asm volatile("bar.arrive 1, 64;" ::: "memory");
  for (int i = 0; i < rounds; ++i) {
    if (first) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[64 * i + threadIdx.x] = i;
    } else {
      out[64 * i + threadIdx.x] = -i;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  }
  if (first) asm volatile("bar.sync 1, 64;" ::: "memory");
}
