// case: RowSumsOfAllLanes_fixed   expect: safe   class: reduce   launch: grid(1) block(32,4)   rule: -   at: -
__global__ void row_sums(const float *in, float *out) {
  __shared__ float rowsum[4];
  float v = in[threadIdx.y * 32 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) rowsum[threadIdx.y] = v;
  __syncthreads();
  if (threadIdx.x == 0) out[threadIdx.y] = rowsum[threadIdx.y];
}
