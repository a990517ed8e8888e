// case: layers   expect: unsafe   class: shapes   launch: grid(1) block(any)   rule: race   at: -
// cause: the number leaves the layer out, so layers share their words
__global__ void k(const float* in, float* out) {
  __shared__ float s[1024];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = in[t + threadIdx.z];
  __syncthreads();
  out[t] = s[blockDim.x * blockDim.y - 1 - t];
}
