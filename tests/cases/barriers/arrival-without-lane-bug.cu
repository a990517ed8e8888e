// case: ArrivalWithoutLane   expect: unsafe   class: barriers   launch: grid(1) block(64) target(sm_61)   rule: barrier.divergent   at: -
// cause: warp 0 arrives without lane 5
__global__ void whole_warps_only(int n) {
  if (threadIdx.x < 32) {
    if (threadIdx.x != 5 || n < 1000) asm volatile("bar.arrive 1, 64;");
  } else {
    asm volatile("bar.sync 1, 64;");
  }
  __syncthreads();
}
