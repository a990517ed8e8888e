// case: lock-by-warp-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: data[lane] += in[threadIdx.x];
// cause: the warp goes on after the lock was given back.
__device__ int mutex;
extern "C" __global__ void k(int* data, const int* in, int n) {
  const int lane = threadIdx.x % 32;
  if (lane == 0) { while (atomicCAS(&mutex, 0, 1) != 0) {} __threadfence(); }
  __syncwarp();
  data[lane] += in[threadIdx.x];
  __syncwarp();
  if (lane == 0) { __threadfence(); atomicExch(&mutex, 0); }
  data[lane] += 1;
}
