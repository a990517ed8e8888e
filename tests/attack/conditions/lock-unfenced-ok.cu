// case: lock-unfenced-ok   expect: safe   class: race   launch: grid(1) block(96)   at: -
// why: all critical sections have fences, also those that access nothing.
__device__ volatile int mutex;
__global__ void k(int* data, int key) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS((int*)&mutex, 0, 1) != 0) {
    }
    __threadfence();
    if (threadIdx.x != 32) data[0] += 1;
    __threadfence();
    mutex = 0;
  }
}
