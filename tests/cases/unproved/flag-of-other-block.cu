// case: flag-of-other-block   expect: unproved   class: flag   launch: grid(any) block(64)   rule: -   at: -
// cause: the flag may be another block's
__global__ void wait(int* flag, int* data, int* out) {
  const int t = threadIdx.x;
  if (t == 0) atomicExch(flag, 0);
  __syncthreads();
  if (t == 32) {
    data[blockIdx.x] = 5;
    __threadfence();
    atomicExch(flag, 1);
  }
  if (t == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[blockIdx.x];
  }
}
