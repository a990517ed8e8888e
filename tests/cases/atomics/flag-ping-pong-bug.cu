// case: flag-ping-pong-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: box += 1;
// cause: the first thread takes the box back as soon as it has given it away.
extern "C" __global__ void k(int* data, const int* in, int n) {
  __shared__ int box; __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    box = in[0];
    __threadfence_block();
    turn = 1;
    while (turn == 0) {}
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
