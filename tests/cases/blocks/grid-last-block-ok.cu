// case: grid-last-block   expect: safe   class: missing-threadfence   launch: grid(4) block(64)   at: -
// The block that finishes last adds up what all have left; the counter is ready for the next launch then.
__device__ unsigned finished = 0;
__global__ void sum(const int* in, int* part, int* out) {
  __shared__ int s[64];
  __shared__ bool last;
  const unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (unsigned d = 32; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    int total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) total += part[i];
    out[0] = total;
    finished = 0;
  }
}
