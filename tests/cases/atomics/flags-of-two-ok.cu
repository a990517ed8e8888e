// case: flags-of-two-ok   expect: safe   class: atomics   launch: grid(1) block(96)   rule: -   at: -
// why: a flag for each of the two producers.
extern "C" __global__ void k(int* data, const int* in, int n) {
  __shared__ int box[2]; __shared__ volatile int flag[2];
  if (threadIdx.x < 2) flag[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (flag[0] == 0) {}
    while (flag[1] == 0) {}
    __threadfence_block();
    data[0] = box[0] + box[1];
  } else if (threadIdx.x == 32 || threadIdx.x == 33) {
    box[threadIdx.x - 32] = in[0];
    __threadfence_block();
    flag[threadIdx.x - 32] = 1;
  }
}
