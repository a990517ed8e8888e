// case: flag-raised-by-another-ok   expect: safe   class: message-passing   launch: grid(1) block(96)   rule: -   at: -
// why: the third warp raises a flag of its own
__global__ void hand_over(const int *in, int *out) {
  __shared__ int data, flag, other;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = in[0];
    __threadfence_block();
    atomicExch(&flag, 1);
  }
  if (threadIdx.x == 64) atomicExch(&other, 1);
  if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence_block();
    out[0] = data;
  }
}
