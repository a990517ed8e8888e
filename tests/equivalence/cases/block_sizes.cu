// pair: copy copy_sum  expect: equivalent  block: any:256
// pair: copy copy_32  expect: different  block: any:32
// pair: copy copy_900  expect: different  block: any:320
// pair: two_stage two_stage_serial  expect: equivalent  block: any:256
// pair: two_stage two_stage_16  expect: different  block: any:512
// why: each size by itself; slips: a block of 32 taken for granted, the last threads left out, warps above 16 left out
#define FULL 0xffffffffu
__device__ int down(int v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(FULL, v, d);
  return v;
}
__global__ void copy(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * 2;
}
__global__ void copy_sum(const int* in, int* out) {
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  out[i] = in[i] + in[i];
}
__global__ void copy_32(const int* in, int* out) {
  const int i = threadIdx.x + 32 * blockIdx.x;
  out[i] = in[i] + in[i];
}
__global__ void copy_900(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 900) out[i] = in[i] * 2;
}
__global__ void two_stage(const int* in, int* out) {
  __shared__ int part[32];
  int v = down(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  v = down(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
  if (threadIdx.x == 0) out[0] = v;
}
__global__ void two_stage_serial(const int* in, int* out) {
  __shared__ int part[32];
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) v += __shfl_xor_sync(FULL, v, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x != 0) return;
  int s = 0;
  for (int i = 0; i < blockDim.x / 32; ++i) s += part[i];
  out[0] = s;
}
__global__ void two_stage_16(const int* in, int* out) {
  __shared__ int part[32];
  int v = down(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  v = threadIdx.x < 16 && threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
  for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(FULL, v, d);
  if (threadIdx.x == 0) out[0] = v;
}
