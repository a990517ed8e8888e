// case: lock-in-shared-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: memory.implicit-warp-sync   at: if (threadIdx.x == 0) data[0] = sum;
// cause: the sum is read without a barrier behind the last section.
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
  if (threadIdx.x == 0) data[0] = sum;
}
