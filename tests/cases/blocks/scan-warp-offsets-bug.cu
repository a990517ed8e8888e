// case: scan-warp-offsets   expect: unsafe   class: block-scan   launch: grid(any) block(any:32)   at: v += totals[warp - 1];
// cause: offsets of the warps are read before the first warp has scanned them
// level: ptx
__device__ int warp_scan(int v, int lane) {
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += other;
  }
  return v;
}
__global__ void scan(const int *in, int *out, int n) {
  __shared__ int totals[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = warp_scan(i < n ? in[i] : 0, lane);
  if (lane == 31) totals[warp] = v;
  __syncthreads();
  if (warp == 0) {
    const int sum = warp_scan(lane < blockDim.x / 32 ? totals[lane] : 0, lane);
    if (lane < blockDim.x / 32) totals[lane] = sum;
  }
  if (warp > 0) v += totals[warp - 1];
  if (i < n) out[i] = v;
}
