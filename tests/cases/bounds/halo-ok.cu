// case: halo-ok   expect: safe   class: bounds   launch: grid(any) block(256)   rule: -   at: -
// size: in=4 * n
// size: out=4 * n
// why: the halo's elements are read where they exist, and shared memory has room for both
__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float tile[256 + 2];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  tile[t + 1] = i < n ? in[i] : 0;
  if (t == 0) tile[0] = i > 0 && i <= n ? in[i - 1] : 0;
  if (t == blockDim.x - 1) tile[t + 2] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = tile[t] + tile[t + 1] + tile[t + 2];
}
