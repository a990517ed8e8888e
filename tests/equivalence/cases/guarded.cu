// pair: branching choosing  expect: equivalent  block: 64
// pair: branching one_more  expect: different  block: 64
// pair: branching unguarded_sum  expect: different  block: 64
// pair: summed_guarded summed_padded  expect: equivalent  block: 32
// why: <= for <; what lies past the end is added
__global__ void branching(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] > 0 ? in[i] : -in[i];
}
__global__ void choosing(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = in[i];
  if (v <= 0) v = 0 - v;
  out[i] = v;
}
__global__ void one_more(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = in[i] > 0 ? in[i] : -in[i];
}
__global__ void unguarded_sum(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void summed_guarded(const int *in, int *out, int n) {
  int v = 0;
  if (threadIdx.x < n) v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) out[0] = v;
}
__global__ void summed_padded(const int *in, int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += s[i];
    out[0] = sum;
  }
}
