// case: two-sums   expect: safe   class: reduction   launch: grid(1) block(any:32)   at: -
// Two block sums through one buffer, of any number of values each.
template <class T>
__device__ T warp_sum(T v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
template <class T>
__device__ T block_sum(T v, T* part) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = warp_sum(v);
  __syncthreads();
  if (lane == 0) part[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? part[lane] : T(0);
  return warp == 0 ? warp_sum(v) : v;
}
__global__ void gradients(const double* a, const double* b, double* out, int n) {
  __shared__ double part[32];
  double x = 0, y = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    x += a[blockIdx.x * n + j];
    y += b[blockIdx.x * n + j];
  }
  x = block_sum(x, part);
  y = block_sum(y, part);
  if (threadIdx.x == 0) {
    out[2 * blockIdx.x] = x;
    out[2 * blockIdx.x + 1] = y;
  }
}
