// case: lock-per-bucket-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: a lock a bucket, found at an index that was loaded.
__device__ int locks[64];
extern "C" __global__ void k(int* data, const int* in, int n) {
  const int b = in[threadIdx.x] & 63;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      data[b] += 1;
      __threadfence();
      atomicExch(&locks[b], 0);
      done = true;
    }
  }
}
