// case: lock-per-lane-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: each lane takes the lock in turn; fences on both sides order the sections.
__device__ int mutex;
extern "C" __global__ void k(int* data, const int* in, int n) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      data[0] += in[threadIdx.x];
      __threadfence();
      atomicExch(&mutex, 0);
      done = true;
    }
  }
}
