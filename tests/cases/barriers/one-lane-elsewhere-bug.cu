// case: OneLaneElsewhere   expect: unsafe   class: barriers   launch: grid(1) block(64) target(sm_61)   rule: barrier.divergent   at: -
// cause: each warp arrives with some of its lanes, and the barrier completes; lane 3 is not there
__global__ void one_lane_elsewhere(int n) {
  if (n <= 1000000 || (threadIdx.x & 31) != 3) __syncthreads();
  __syncthreads();
}
