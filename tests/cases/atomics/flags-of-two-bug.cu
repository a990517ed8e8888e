// case: flags-of-two-bug   expect: unsafe   class: atomics   launch: grid(1) block(96)   rule: race   at: box = in[0]; __threadfence_block(); flag = 1;
// cause: the flag is cleared and raised at once.
extern "C" __global__ void k(int* data, const int* in, int n) {
  __shared__ int box; __shared__ volatile int flag;
  if (threadIdx.x == 0) { flag = 0; }
  if (threadIdx.x == 32) {
    box = in[0]; __threadfence_block(); flag = 1;
  } else if (threadIdx.x == 64) {
    while (flag == 0) {}
    __threadfence_block();
    data[0] = box;
  }
}
