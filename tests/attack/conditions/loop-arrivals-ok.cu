// case: loop-arrivals-ok   expect: safe   class: race   launch: grid(1) block(64)   at: -
// why: who arrives is waited for in the same iteration.
__global__ void k(int n, int key) {
  for (int i = 0; i < n; ++i) {
    if (key == 77777 && (i == 5000 || i == 6000)) {
      if (threadIdx.x < 32)
        asm volatile("bar.arrive 1, 64;" ::: "memory");
      else
        asm volatile("bar.sync 1, 64;" ::: "memory");
    }
    __syncthreads();
  }
}
