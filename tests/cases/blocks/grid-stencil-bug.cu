// case: grid-stencil   expect: unsafe   class: inter-block   launch: grid(3) block(64)   rule: race   at: a[i] = 0.5f * (left + right);
// level: ptx
// The barrier of a block does not order what its neighbours read.
__global__ void smooth(float* a) {
  const int i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
  const float left = i > 0 ? a[i - 1] : 0.0f, right = i + 1 < n ? a[i + 1] : 0.0f;
  __syncthreads();
  a[i] = 0.5f * (left + right);
}
