// case: lock-of-blocks   expect: safe   class: lock-without-fence   launch: grid(2) block(32)   rule: -   at: -
// note: a lock over blocks; fences keep what it guards inside
extern "C" __global__ void add(const int *in, int *sum, int *lock) {
  const int v = __reduce_add_sync(0xffffffffu, in[blockIdx.x * 32 + threadIdx.x]);
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += v;
    __threadfence();
    atomicExch(lock, 0);
  }
}
