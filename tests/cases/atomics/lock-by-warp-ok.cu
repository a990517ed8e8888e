// case: lock-by-warp-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: one lane holds the lock for its warp, which meets before and after.
__device__ int mutex;
extern "C" __global__ void k(int* data, const int* in, int n) {
  const int lane = threadIdx.x % 32;
  if (lane == 0) { while (atomicCAS(&mutex, 0, 1) != 0) {} __threadfence(); }
  __syncwarp();
  data[lane] += in[threadIdx.x];
  __syncwarp();
  if (lane == 0) { __threadfence(); atomicExch(&mutex, 0); }
}
