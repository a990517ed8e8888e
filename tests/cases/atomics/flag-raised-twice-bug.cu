// case: flag-raised-twice-bug   expect: unsafe   class: message-passing   launch: grid(1) block(64)   rule: race   at: out[0] = data;
// cause: the flag goes up before the data is there, and again behind it
__global__ void hand_over(const int *in, int *out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicExch(&flag, 1);
    data = in[0];
    __threadfence_block();
    atomicExch(&flag, 1);
  }
  if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence_block();
    out[0] = data;
  }
}
