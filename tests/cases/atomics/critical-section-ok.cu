// case: critical-section   expect: safe   class: race   launch: grid(1) block(64)   at: -
// A fence behind the lock and one before it is let go of order the critical sections.
__device__ int mutex;

extern "C" __global__ void total(int* data) {
  int v = data[1 + threadIdx.x];
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    data[0] += v;
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
