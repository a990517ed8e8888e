// pair: block_sum block_sum  expect: equivalent  block: 256  with: compiled_nvcc_sm75.ptx
// pair: block_sum block_sum  expect: equivalent  block: 256  with: compiled_nvcc_sm90.ptx
// pair: block_sum block_sum  expect: equivalent  block: 256  with: compiled_clang_o1.ptx
// pair: block_sum block_sum  expect: equivalent  block: 1024  with: compiled_clang_o3.ptx
// pair: block_sum block_sum  expect: different  block: 256  with: compiled_slip.ptx
// why: what nvcc 13.0 and clang 19 make of this source; in the slip one offset of 2 is 4
extern "C" __global__ void block_sum(const int *in, int *out, int n) {
  __shared__ int part[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = threadIdx.x < n ? in[threadIdx.x] * 3 : 0;
  for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? part[lane] : 0;
    for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i);
    if (lane == 0) out[0] = v;
  }
}
