// case: jacobi-in-place   expect: safe   class: stencil   launch: grid(1) block(256)   at: -
__global__ void jacobi(float* x, int rounds) {
  __shared__ float s[258];
  const int t = threadIdx.x + 1;
  s[t] = x[t];
  if (t == 1) s[0] = x[0];
  if (t == 256) s[257] = x[257];
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    const float mean = 0.5f * (s[t - 1] + s[t + 1]);
    __syncthreads();
    s[t] = mean;
    __syncthreads();
  }
  x[t] = s[t];
}
