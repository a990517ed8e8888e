// case: arrival-kept-for-late-iteration   expect: unproved   class: barrier   launch: grid(1) block(64)   rule: -   at: -
// cause: the arrival of one late iteration is pending in a later one, where its warp waits
__global__ void kept(int n) {
  for (int i = 0; i < n; i++) {
    if (i == 5000 && threadIdx.x >= 32) asm volatile("bar.arrive 1, 64;");
    if (i == 6000) {
      if (threadIdx.x < 32) asm volatile("bar.sync 2, 64;");
      else asm volatile("bar.sync 1, 64;");
    }
    __syncthreads();
  }
}
