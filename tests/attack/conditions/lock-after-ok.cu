// case: lock-after-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: the addition comes before the lock is given back.
__device__ int mutex;
__global__ void k(int* data, int key) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    data[0] += 1;
    __threadfence();
    atomicExch(&mutex, 0);
    
  }
}
