// case: RowSumsOfAllLanes   expect: unsafe   class: reduce   launch: grid(1) block(32,4)   rule: store.same-instruction   at: -
// cause: after a tree downwards only lane 0 holds the sum; all lanes store, and any of their values stands
__global__ void row_sums(const float *in, float *out) {
  __shared__ float rowsum[4];
  float v = in[threadIdx.y * 32 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  rowsum[threadIdx.y] = v;
  __syncthreads();
  if (threadIdx.x == 0) out[threadIdx.y] = rowsum[threadIdx.y];
}
