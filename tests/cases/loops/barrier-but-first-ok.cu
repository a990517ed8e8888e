// case: barrier-but-first-ok   expect: safe   class: race   launch: grid(1) block(any:32)   rule: -   at: -
// note: before a round stores, all have read what the round before stored; the first round has none before it
extern "C" __global__ void sums_of_tiles(const int *in, int *out, int tiles) {
  __shared__ int tile[1024];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < tiles; ++i) {
    if (i > 0) __syncthreads();
    tile[t] = in[i * blockDim.x + t];
    __syncthreads();
    sum += tile[blockDim.x - 1 - t];
  }
  out[t] = sum;
}
