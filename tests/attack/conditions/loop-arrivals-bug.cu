// case: loop-arrivals-bug   expect: unproved   class: race   launch: grid(1) block(64)   at: -
// cause: for one key the first warp arrives in two iterations, and nobody waits in between.
__global__ void k(int n, int key) {
  for (int i = 0; i < n; ++i) {
    if (key == 77777 && (i == 5000 || i == 6000) && threadIdx.x < 32) asm volatile("bar.arrive 1, 64;" ::: "memory");
    __syncthreads();
  }
}
