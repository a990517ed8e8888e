// case: lock-held-in-loop-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: for (int i = 0; i < n; ++i) { data[i] += in[i + threadIdx.x]; __threadfence(); atomicExch(&mutex, 0); }
// cause: the lock is given back in the first round.
__device__ int mutex;
extern "C" __global__ void k(int* data, const int* in, int n) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    for (int i = 0; i < n; ++i) { data[i] += in[i + threadIdx.x]; __threadfence(); atomicExch(&mutex, 0); }
  }
}
