// case: SlotOfNothing_fixed   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
__global__ void slot_of_nothing(unsigned *list, unsigned *count, unsigned key) {
  if (threadIdx.x % 32 != 0) return;
  unsigned more = threadIdx.x == 0 && key == 0x5bd1e995u ? 2u : 1u;
  unsigned slot = atomicAdd(count, more);
  list[slot] = threadIdx.x;
}
