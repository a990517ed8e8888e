// case: lock-tried-ok   expect: safe   class: atomics   launch: grid(1) block(96)   rule: -   at: -
// why: who does not get the lock leaves it alone.
__device__ int mutex;
extern "C" __global__ void k(int* data, const int* in, int n) {
  if (threadIdx.x % 32 == 0) {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      data[0] += 1;
      __threadfence();
      atomicExch(&mutex, 0);
    }
  }
}
