// case: layers   expect: safe   class: shapes   launch: grid(1) block(any)   at: -
__global__ void k(const float* in, float* out) {
  __shared__ float s[1024];
  const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[blockDim.x * blockDim.y * blockDim.z - 1 - t];
}
