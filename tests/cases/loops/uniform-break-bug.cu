// case: uniform-break   expect: unsafe   class: loop-collective   launch: grid(1) block(32)   at: v += __shfl_xor_sync(0xffffffffu, v, 1 << k);
// cause: a lane leaves the loop by its own value
// level: ptx
__global__ void until(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int k = 0; k < 5; ++k) {
    if (v > 1000) break;
    v += __shfl_xor_sync(0xffffffffu, v, 1 << k);
  }
  __syncwarp();
  out[threadIdx.x] = v;
}
