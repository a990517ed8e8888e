// case: dynamic-two-arrays   expect: safe   class: dynamic-shared   launch: grid(any) block(any) shared(8192)   at: -
__global__ void pairs(const float *x, const float *y, float *out) {
  extern __shared__ float pool[];
  float *a = pool, *b = pool + blockDim.x;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  a[t] = x[i];
  b[t] = y[i];
  __syncthreads();
  out[i] = a[blockDim.x - 1 - t] * b[t];
}
