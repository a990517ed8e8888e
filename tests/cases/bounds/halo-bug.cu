// case: halo-bug   expect: unsafe  class: bounds   launch: grid(any) block(256)   rule: memory.out-of-bounds   at: tile[0] =
// size: in=4 * n
// size: out=4 * n
// cause: the first block reads the element in front of the buffer
__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float tile[256 + 2];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  tile[t + 1] = i < n ? in[i] : 0;
  if (t == 0) tile[0] = i > 0 || n > 5 ? in[i - 1] : 0;
  if (t == blockDim.x - 1) tile[t + 2] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = tile[t] + tile[t + 1] + tile[t + 2];
}
