// case: critical-section   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: data[0] += v
// The lock alone orders nothing: relaxed atomics without a fence.
__device__ int mutex;

extern "C" __global__ void total(int* data) {
  int v = data[1 + threadIdx.x];
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    data[0] += v;
    atomicExch(&mutex, 0);
  }
}
