// Histogram with aggregation of equal keys in a warp by match_any.
#include <cuda_runtime.h>

__global__ void match_histogram(const unsigned* keys, unsigned* bins, int n, int nbins) {
  extern __shared__ unsigned local[];
  for (int b = threadIdx.x; b < nbins; b += blockDim.x) local[b] = 0;
  __syncthreads();
  const int lane = threadIdx.x & 31;
  const int rounded = (n + 31) & ~31;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const bool valid = i < n;
    const unsigned mask = __ballot_sync(0xffffffffu, valid);
    if (valid) {
      const unsigned key = keys[i] % nbins;
      const unsigned peers = __match_any_sync(mask, key);
      if (lane == __ffs(peers) - 1) atomicAdd(&local[key], __popc(peers));
    }
  }
  __syncthreads();
  for (int b = threadIdx.x; b < nbins; b += blockDim.x)
    if (local[b]) atomicAdd(&bins[b], local[b]);
}

void histogram(const unsigned* keys, unsigned* bins, int n, int nbins) {
  if (nbins <= 0 || nbins > 4096) return;
  const int threads = 256;
  int blocks = (n + threads - 1) / threads;
  if (blocks > 512) blocks = 512;
  match_histogram<<<blocks, threads, nbins * sizeof(unsigned)>>>(keys, bins, n, nbins);
}
