// pair: bsum  expect: equivalent  spec: sum  block: 256
// pair: bsum_bad  expect: different  spec: sum  block: 256
// pair: bsum  expect: undefined  spec: sum  block: any:512
// pair: bsum_bad  expect: different  spec: sum  block: any:32
// pair: bsum  expect: equivalent  spec: specification.cpp:total  block: 64  grid: 1  param: n=50
// pair: bsum_bad  expect: different  spec: specification.cpp:total  block: 64  grid: 1  param: n=50
// pair: hs  expect: equivalent  spec: inclusive_scan  block: 256
// pair: hs  expect: different  spec: exclusive_scan  block: 256
// pair: bsum  expect: undefined  spec: specification.cpp:one_too_far  block: 64  grid: 1
// why: a block's inputs, with a number of elements where the kernel has one; 512 threads have no room in s, so no run stays inside
__global__ void bsum(const int* in, int* out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void bsum_bad(const int* in, int* out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i <= n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void hs(const int* in, int* out) {
  __shared__ int s[2][1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, w = 0;
  s[0][t] = in[i];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) { s[1-w][t] = s[w][t] + (t >= d ? s[w][t-d] : 0); w = 1 - w; __syncthreads(); }
  out[i] = s[w][t];
}
