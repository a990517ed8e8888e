// case: barrier-but-last-ok   expect: safe   class: race   launch: grid(1) block(any:32)   rule: -   at: -
// note: nobody stores to the tile behind the last round, which so need not end in a barrier
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
  out[t] = sum;
}
