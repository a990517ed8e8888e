// case: LanesThatLeft   expect: safe   class: barriers   launch: grid(1) block(64) target(sm_61)   rule: -   at: -
// why: a lane that has exited is nowhere
__global__ void lanes_that_left(int *out, int n) {
  if ((threadIdx.x & 31) == 3 && n > 5) return;
  __syncthreads();
  out[threadIdx.x] = 1;
  __syncthreads();
}
