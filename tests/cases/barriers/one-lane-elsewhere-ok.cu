// case: OneLaneElsewhere_fixed   expect: safe   class: barriers   launch: grid(1) block(64) target(sm_61)   rule: -   at: -
__global__ void one_lane_elsewhere(int n) {
  if (n <= 1000000) __syncthreads();
  __syncthreads();
}
