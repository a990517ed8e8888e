// case: grid-stencil   expect: safe   class: inter-block   launch: grid(3) block(64)   at: -
// Edges of a block have no neighbours: each block smooths a row of its own.
__global__ void smooth(float* a) {
  const int i = blockIdx.x * 64 + threadIdx.x, n = 64;
  const float left = threadIdx.x > 0 ? a[i - 1] : 0.0f, right = threadIdx.x + 1 < n ? a[i + 1] : 0.0f;
  __syncthreads();
  a[i] = 0.5f * (left + right);
}
