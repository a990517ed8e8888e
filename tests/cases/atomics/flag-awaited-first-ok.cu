// case: flag-awaited-first-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: the thread that waits comes first in the program.
extern "C" __global__ void k(int* data, const int* in, int n) {
  __shared__ int box; __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (flag == 0) {}
    __threadfence_block();
    data[0] = box;
  } else if (threadIdx.x == 32) {
    box = in[0];
    __threadfence_block();
    flag = 1;
  }
}
