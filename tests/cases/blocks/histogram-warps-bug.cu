// case: histogram-warps   expect: unsafe   class: histogram   launch: grid(1) block(128)   at: sum += local[w][threadIdx.x];
// level: ptx
__global__ void histogram(const unsigned* data, unsigned* bins, int n) {
  __shared__ unsigned local[4][64];
  for (int i = threadIdx.x; i < 4 * 64; i += 128) (&local[0][0])[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 128) atomicAdd(&local[threadIdx.x / 32][data[i] & 63], 1u);
  if (threadIdx.x < 64) {
    unsigned sum = 0;
    for (int w = 0; w < 4; ++w) sum += local[w][threadIdx.x];
    bins[threadIdx.x] = sum;
  }
}
