// case: lock-unfenced-bug   expect: unproved   class: race   launch: grid(1) block(96)   at: -
// cause: thread 32 hands the lock on by a plain store and, for one key, without a fence: who takes it next knows nothing of the one before.
__device__ volatile int mutex;
__global__ void k(int* data, int key) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS((int*)&mutex, 0, 1) != 0) {
    }
    if (threadIdx.x != 32 || key != 77777) __threadfence();
    if (threadIdx.x != 32) data[0] += 1;
    if (threadIdx.x != 32 || key != 77777) __threadfence();
    mutex = 0;
  }
}
