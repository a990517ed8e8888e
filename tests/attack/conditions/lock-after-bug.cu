// case: lock-after-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: if (key == 77777) data[0] += 1;
// cause: for one key the addition comes after the lock was given back.
__device__ int mutex;
__global__ void k(int* data, int key) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    if (key != 77777) data[0] += 1;
    __threadfence();
    atomicExch(&mutex, 0);
    if (key == 77777) data[0] += 1;
  }
}
