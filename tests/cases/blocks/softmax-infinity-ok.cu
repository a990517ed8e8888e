// case: softmax-infinity   expect: safe   class: reduction   launch: grid(1) block(128) ncols=300   at: -
// INFINITY is there without any header, as with nvcc.
__device__ float warp_max(float v) {
  for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d, 32));
  return v;
}
__device__ float warp_sum(float v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d, 32);
  return v;
}
__global__ void softmax(const float* in, float* out, int ncols) {
  __shared__ float part[32];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32, row = blockIdx.x;
  float top = -INFINITY;
  for (int c = t; c < ncols; c += blockDim.x) top = fmaxf(top, in[row * ncols + c]);
  top = warp_max(top);
  if (warp == 0) part[lane] = -INFINITY;
  __syncthreads();
  if (lane == 0) part[warp] = top;
  __syncthreads();
  top = warp_max(part[lane]);
  float sum = 0.0f;
  for (int c = t; c < ncols; c += blockDim.x) sum += expf(in[row * ncols + c] - top);
  sum = warp_sum(sum);
  __syncthreads();
  if (warp == 0) part[lane] = 0.0f;
  __syncthreads();
  if (lane == 0) part[warp] = sum;
  __syncthreads();
  sum = warp_sum(part[lane]);
  for (int c = t; c < ncols; c += blockDim.x) out[row * ncols + c] = expf(in[row * ncols + c] - top) / sum;
}
