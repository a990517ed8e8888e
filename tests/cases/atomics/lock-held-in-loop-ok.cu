// case: lock-held-in-loop-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: a loop of any number of rounds runs under one lock.
__device__ int mutex;
extern "C" __global__ void k(int* data, const int* in, int n) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    for (int i = 0; i < n; ++i) data[i] += in[i + threadIdx.x];
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
