// case: barrier-but-last-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: tile[t] = sum;
// note: what is stored behind the last round, which does not end in a barrier, races with its reads
extern "C" __global__ void sums_of_tiles(const int *in, int *out, int tiles) {
  __shared__ int tile[1024];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < tiles; ++i) {
    tile[t] = in[i * blockDim.x + t];
    __syncthreads();
    sum += tile[blockDim.x - 1 - t];
    if (i + 1 < tiles) __syncthreads();
  }
  tile[t] = sum;
  __syncthreads();
  out[t] = tiles > 0 ? tile[t ^ 1] : 0;
}
