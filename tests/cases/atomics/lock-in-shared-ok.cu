// case: lock-in-shared-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: a lock in shared memory that one thread makes ready.
extern "C" __global__ void k(int* data, const int* in, int n) {
  __shared__ int lock; __shared__ int sum;
  if (threadIdx.x == 0) { lock = 0; sum = 0; }
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      sum += in[threadIdx.x];
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) data[0] = sum;
}
