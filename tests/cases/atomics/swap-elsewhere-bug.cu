// case: swap-elsewhere-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: memory.implicit-warp-sync   at: int old = words[1], assumed;
// cause: the word that is read first is not the one that the compare-and-swap checks.
__global__ void raise(int* words, const int* in) {
  int old = words[1], assumed;
  do {
    assumed = old;
    old = atomicCAS(&words[0], assumed, max(assumed, in[threadIdx.x]));
  } while (assumed != old);
  atomicAdd(&words[1], 1);
}
