// case: inverted-wait   expect: unsafe   class: flag   launch: grid(1) block(64)   rule: race   at: out[0] = data;
// source: idiom (hand-over by a flag, with the sense of the wait wrong)
// cause: the reader waits while the flag is up: before it is raised it goes ahead, afterwards it waits for ever
// level: ptx
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
    while (atomicAdd(&ready, 0) == 1) {
    }
    __threadfence_block();
    out[0] = data;
  }
}
