// case: lock-per-lane-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: memory.implicit-warp-sync   at: data[0] += in[threadIdx.x];
// cause: no fence lies between the addition and giving the lock back.
__device__ int mutex;
extern "C" __global__ void k(int* data, const int* in, int n) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      data[0] += in[threadIdx.x];
      atomicExch(&mutex, 0);
      done = true;
    }
  }
}
