// case: flashdreams65   expect: unsafe   class: activemask-misuse   launch: grid(1) block(32)   rule: memory.implicit-warp-sync   at: if (depth == px) color = lane;
// source: NVIDIA flashdreams PR #65 (FineRaster ROP)
// url: https://github.com/NVIDIA/flashdreams/pull/65
// cause: lanes of a pixel take its minimum depth and wait for __activemask() only before they compare
extern "C" __global__ void rop(const unsigned *z, unsigned *out) {
  __shared__ unsigned px, color;
  const unsigned lane = threadIdx.x;
  if (lane == 0) {
    px = 0xffffffffu;
    color = 0;
  }
  __syncwarp();
  const unsigned depth = (z[lane] << 5) | lane;
  if (depth < 5000u) {
    const unsigned cover = __activemask();
    atomicMin(&px, depth);
    __syncwarp(cover);
    if (depth == px) color = lane;
  }
  __syncwarp();
  if (lane == 0) out[0] = color;
}
