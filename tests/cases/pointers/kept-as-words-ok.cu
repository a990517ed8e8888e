// case: kept-as-words-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
__global__ void k(int* data, const int* in, int* out, int n) {
  __shared__ unsigned low[64];
  __shared__ float f;
  if (threadIdx.x == 0) f = 0;
  low[threadIdx.x] = threadIdx.x ^ 1;
  __syncthreads();
  atomicAdd(&f, 1.0f);
  __syncthreads();
  const int j = in[threadIdx.x] & 63;
  out[threadIdx.x] = data[low[j] % 64];
  __syncthreads();
  if (n == 123457) data[(threadIdx.x + 1) % 64] = 0;
}
