// case: dynamic-two-arrays   expect: unsafe   class: dynamic-shared   launch: grid(any) block(any) shared(8192)   at: b[t] = y[i];
// cause: the second array begins in the middle of the first
// level: ptx
__global__ void pairs(const float *x, const float *y, float *out) {
  extern __shared__ float pool[];
  float *a = pool, *b = pool + blockDim.x / 2;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  a[t] = x[i];
  b[t] = y[i];
  __syncthreads();
  out[i] = a[blockDim.x - 1 - t] * b[t];
}
