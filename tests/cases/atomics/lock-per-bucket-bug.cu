// case: lock-per-bucket-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: data[b >> 1] += 1;
// cause: two buckets with locks of their own share a word.
__device__ int locks[64];
extern "C" __global__ void k(int* data, const int* in, int n) {
  const int b = in[threadIdx.x] & 63;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      data[b >> 1] += 1;
      __threadfence();
      atomicExch(&locks[b], 0);
      done = true;
    }
  }
}
