// case: flashdreams65   expect: safe   class: activemask-misuse   launch: grid(1) block(32)   rule: -   at: -
// source: NVIDIA flashdreams PR #65 (FineRaster ROP)
// url: https://github.com/NVIDIA/flashdreams/pull/65
extern "C" __global__ void rop(const unsigned *z, unsigned *out) {
  __shared__ unsigned px, color;
  const unsigned lane = threadIdx.x;
  if (lane == 0) {
    px = 0xffffffffu;
    color = 0;
  }
  __syncwarp();
  const unsigned depth = (z[lane] << 5) | lane;
  const unsigned cover = __ballot_sync(0xffffffffu, depth < 5000u);
  if (depth < 5000u) {
    atomicMin(&px, depth);
    __syncwarp(cover);
    if (depth == px) color = lane;
  }
  __syncwarp();
  if (lane == 0) out[0] = color;
}
