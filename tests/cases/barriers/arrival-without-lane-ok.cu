// case: ArrivalWithoutLane_fixed   expect: safe   class: barriers   launch: grid(1) block(64) target(sm_61)   rule: -   at: -
__global__ void whole_warps_only(int n) {
  if (threadIdx.x < 32) {
    asm volatile("bar.arrive 1, 64;");
  } else {
    asm volatile("bar.sync 1, 64;");
  }
  __syncthreads();
}
