// case: barrier-but-first-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: tile[t] = in[i * blockDim.x + t];
// note: the second round does not wait for those that still read what the first one stored
extern "C" __global__ void sums_of_tiles(const int *in, int *out, int tiles) {
  __shared__ int tile[1024];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < tiles; ++i) {
    if (i > 1) __syncthreads();
    tile[t] = in[i * blockDim.x + t];
    __syncthreads();
    sum += tile[blockDim.x - 1 - t];
  }
  out[t] = sum;
}
