// pair: two_stage tree  expect: equivalent  block: 1024
// pair: two_stage tree  expect: equivalent  block: 256
// pair: two_stage short_tree  expect: different  block: 1024
// pair: two_stage one_stage  expect: different  block: 1024
// pair: two_stage of_min  expect: different  block: 1024
// why: a tree that ends at 2; warp sums of the first warp only; min for +
__device__ int warp_sum(int v) {
  for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i);
  return v;
}
__global__ void two_stage(const int *in, int *out) {
  __shared__ int part[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = warp_sum(lane < blockDim.x / 32 ? part[lane] : 0);
    if (lane == 0) out[blockIdx.x] = v;
  }
}
__global__ void tree(const int *in, int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void short_tree(const int *in, int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 1; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void one_stage(const int *in, int *out) {
  const int v = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}
__global__ void of_min(const int *in, int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] = min(s[threadIdx.x], s[threadIdx.x + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
