// case: flag-raised-by-another-bug   expect: unsafe   class: message-passing   launch: grid(1) block(96)   rule: race   at: out[0] = data;
// cause: a third warp raises the flag too, and knows nothing of the data
__global__ void hand_over(const int *in, int *out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = in[0];
    __threadfence_block();
    atomicExch(&flag, 1);
  }
  if (threadIdx.x == 64) atomicExch(&flag, 1);
  if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence_block();
    out[0] = data;
  }
}
