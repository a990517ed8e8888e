// pair: by_index by_shared  expect: equivalent
// pair: by_index of_lane_one  expect: different
// pair: by_index by_width  expect: different
// why: lane 1 for lane 0; width 16 for 32 broadcasts within half warps
__global__ void by_index(const int *in, int *out) { out[threadIdx.x] = __shfl_sync(0xffffffffu, in[threadIdx.x], 0); }
__global__ void by_shared(const int *in, int *out) {
  __shared__ int first;
  if (threadIdx.x == 0) first = in[0];
  __syncthreads();
  out[threadIdx.x] = first;
}
__global__ void of_lane_one(const int *in, int *out) { out[threadIdx.x] = __shfl_sync(0xffffffffu, in[threadIdx.x], 1); }
__global__ void by_width(const int *in, int *out) { out[threadIdx.x] = __shfl_sync(0xffffffffu, in[threadIdx.x], 0, 16); }
