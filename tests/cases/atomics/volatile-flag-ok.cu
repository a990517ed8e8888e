// case: volatile-flag-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: the flag is volatile, and fences on both sides order the data.
__global__ void hand_over(int* out, const int* in) {
  __shared__ int data[32];
  __shared__ volatile int flag;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[lane] = in[lane];
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      flag = 1;
    }
  } else {
    if (lane == 0) {
      while (flag == 0) {
      }
      __threadfence_block();
    }
    __syncwarp();
    out[lane] = data[31 - lane];
  }
}
