// case: ping-pong   expect: safe   class: named-barrier-phase   launch: grid(1) block(64) rounds=3   at: -
// note: each group arrives at the other's barrier only after it has waited at its own
extern "C" __global__ void take_turns(int *out, int rounds) {
  const bool first = threadIdx.x < 32;
  if (!first) asm volatile("bar.arrive 1, 64;" ::: "memory");
  for (int i = 0; i < rounds; ++i) {
    if (first) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[64 * i + threadIdx.x] = i;
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      out[64 * i + threadIdx.x] = -i;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  }
  if (first) asm volatile("bar.sync 1, 64;" ::: "memory");
}
