// case: partials-guard   expect: unsafe   class: block-reduce   launch: grid(any) block(any:32)   at: p += __shfl_xor_sync(0xffffffffu, p, off);
// cause: the partial sums of the warps are added by as many lanes as there are warps, under the full mask
// level: ptx
__global__ void sum(const float *in, float *out) {
  __shared__ float part[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int off = 16; off > 0; off >>= 1) v += __shfl_xor_sync(0xffffffffu, v, off);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (threadIdx.x < warps) {
    float p = part[threadIdx.x];
    for (int off = 16; off > 0; off >>= 1) p += __shfl_xor_sync(0xffffffffu, p, off);
    if (threadIdx.x == 0) out[blockIdx.x] = p;
  }
}
