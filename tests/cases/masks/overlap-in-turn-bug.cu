// case: overlap-in-turn   expect: unsafe   class: overlapping-masks   launch: grid(1) block(32)   at: __syncwarp(0x6);
// cause: lane 1 waits for lane 0 first and lane 2 never gets it before lane 0, who waits for lane 2
// level: ptx
__global__ void chain(const int *in, int *out) {
  const int lane = threadIdx.x;
  if (lane == 0) { __syncwarp(0x5); __syncwarp(0x3); }
  if (lane == 1) {
    __syncwarp(0x3);
    __syncwarp(0x6);
  }
  if (lane == 2) { __syncwarp(0x6); __syncwarp(0x5); }
  out[lane] = in[lane];
}
