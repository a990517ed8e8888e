// case: endless-loop   expect: unproved   class: loops   launch: grid(1) block(64) effort(20)   rule: -   at: -
// cause: that a loop ends is assumed of none that has no way out: warp 1 would wait at the barrier for ever
__global__ void by_one_warp(int *out) {
  __shared__ int word[64];
  word[threadIdx.x] = 1;
  if (threadIdx.x < 32) {
    for (;;) {
    }
  }
  __syncthreads();
  out[threadIdx.x] = word[63 - threadIdx.x];
}
__global__ void by_all(int *out) {
  for (;;) __syncthreads();
}
