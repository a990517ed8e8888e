// case: race-superseded-ok   expect: safe   class: race   launch: grid(1) block(96)   rule: -   at: -
// why: thread 64 has met both threads that store.
__global__ void k(int* out, int key) {
  __shared__ int s[1];
  const int t = threadIdx.x;
  if (t == 33) s[0] = 1;
  if (t == 32) s[0] = 1;
  if (t >= 32) asm volatile("bar.sync 1, 64;" ::: "memory");
  if (t == 64)
    if (key == 77777) out[0] = s[0];
}
