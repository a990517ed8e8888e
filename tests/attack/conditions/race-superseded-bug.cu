// case: race-superseded-bug   expect: unsafe   class: race   launch: grid(1) block(96)   rule: race   at: if (key == 77777) out[0] = s[0];
// cause: thread 64 has met the warp of one of the two threads that store.
__global__ void k(int* out, int key) {
  __shared__ int s[1];
  const int t = threadIdx.x;
  if (t == 0) s[0] = 1;
  if (t == 32) s[0] = 1;
  if (t >= 32) asm volatile("bar.sync 1, 64;" ::: "memory");
  if (t == 64)
    if (key == 77777) out[0] = s[0];
}
