// case: grid-arrival-bug   expect: unsafe   class: missing-syncthreads   launch: grid(4) block(64)   rule: race   at: const int v = hist[threadIdx.x];
// cause: thread 0 says that its block is done before the other warp has added to the histogram; no barrier makes
//   it wait, so that the last block reads while others still add.
__device__ unsigned finished = 0;
__global__ void count(const int* in, int* hist, int* out, int n) {
  __shared__ bool last;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&hist[in[i] & 63], 1);
  __threadfence();
  if (threadIdx.x == 0) last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    const int v = hist[threadIdx.x];
    out[threadIdx.x] = v;
  }
}
