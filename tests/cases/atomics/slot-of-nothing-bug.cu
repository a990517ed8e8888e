// case: SlotOfNothing   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: -
// cause: an addition of 0 returns the number that the next addition returns too
__global__ void slot_of_nothing(unsigned *list, unsigned *count, unsigned key) {
  if (threadIdx.x % 32 != 0) return;
  unsigned more = threadIdx.x == 0 && key == 0x5bd1e995u ? 0u : 1u;
  unsigned slot = atomicAdd(count, more);
  list[slot] = threadIdx.x;
}
