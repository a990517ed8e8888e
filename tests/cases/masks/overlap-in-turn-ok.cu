// case: overlap-in-turn   expect: safe   class: overlapping-masks   launch: grid(1) block(32)   at: -
// why: overlapping masks that resolve one after the other
__global__ void chain(const int *in, int *out) {
  const int lane = threadIdx.x;
  if (lane == 0) __syncwarp(0x3);
  if (lane == 1) {
    __syncwarp(0x6);
    __syncwarp(0x3);
  }
  if (lane == 2) __syncwarp(0x6);
  out[lane] = in[lane];
}
