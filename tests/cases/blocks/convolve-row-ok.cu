// case: convolve-row   expect: safe   class: stencil   launch: grid(1) block(64)   at: -
#define R 8
__global__ void convolve(const float* in, const float* k, float* out) {
  __shared__ float s[64 + 2 * R];
  const int t = threadIdx.x, g = blockIdx.x * 64 + t;
  s[R + t] = in[R + g];
  if (t < R) {
    s[t] = in[g];
    s[R + 64 + t] = in[R + 64 + g];
  }
  __syncthreads();
  float sum = 0.0f;
  for (int j = -R; j <= R; ++j) sum += k[R + j] * s[R + t + j];
  out[g] = sum;
}
