// case: flag-unacquired-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: a fence stands between the data and the flag, and one between the flag and the data.
__global__ void k(const int* in, int* out, int key) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
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
