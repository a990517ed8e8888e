// case: tree-reduce   expect: unsafe   class: block-reduce   launch: grid(1) block(any)   at: __syncthreads();
// cause: the barrier of a round is reached only by the threads that add
// level: ptx
__global__ void sum(const float *in, float *out, int n) {
  __shared__ float part[1024];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) {
      part[t] += part[t + s];
      __syncthreads();
    }
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
