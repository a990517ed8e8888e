// case: flag-ping-pong-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: the box goes there and back.
extern "C" __global__ void k(int* data, const int* in, int n) {
  __shared__ int box; __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    box = in[0];
    __threadfence_block();
    turn = 1;
    while (turn != 2) {}
    __threadfence_block();
    data[0] = box;
  } else if (threadIdx.x == 32) {
    while (turn != 1) {}
    __threadfence_block();
    box += 1;
    __threadfence_block();
    turn = 2;
  }
}
