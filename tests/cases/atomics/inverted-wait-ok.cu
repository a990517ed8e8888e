// case: inverted-wait   expect: safe   class: flag   launch: grid(1) block(64)   rule: -   at: -
// source: idiom (hand-over by a flag)
// note: the reader waits until the flag is up
__global__ void hand_over(const int *in, int *out) {
  __shared__ int data, ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = in[0];
    __threadfence_block();
    atomicExch(&ready, 1);
  }
  if (threadIdx.x == 32) {
    while (atomicAdd(&ready, 0) == 0) {
    }
    __threadfence_block();
    out[0] = data;
  }
}
