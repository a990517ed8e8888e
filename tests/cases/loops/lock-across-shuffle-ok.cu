// case: lock-across-shuffle   expect: safe   class: deadlock   launch: grid(1) block(64)   at: -
// The lock is let go of before the warp meets.
__device__ int lock;

extern "C" __global__ void count(int* data) {
  int v = data[threadIdx.x];
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  atomicExch(&lock, 0);
  v += __shfl_xor_sync(0xffffffffu, v, 1);
  data[threadIdx.x] = v;
}
