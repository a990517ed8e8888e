// case: lock-across-shuffle   expect: unsafe   class: deadlock   launch: grid(1) block(64)   rule: mask.missing   at: __shfl_xor_sync
// Whoever gets the lock waits at the shuffle for the others of its warp, and these wait for the lock.
__device__ int lock;

extern "C" __global__ void count(int* data) {
  int v = data[threadIdx.x];
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  v += __shfl_xor_sync(0xffffffffu, v, 1);
  atomicExch(&lock, 0);
  data[threadIdx.x] = v;
}
