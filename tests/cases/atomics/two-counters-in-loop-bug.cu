// case: two-counters-in-loop   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   at: count[0]) low
// The lists are read while others still add to them.
extern "C" __global__ void keep(const int* in, int* low, int* high, int n) {
  __shared__ int small[64], large[64], count[2];
  for (int tile = 0; tile < n; tile += 64) {
    if (threadIdx.x == 0) count[0] = count[1] = 0;
    __syncthreads();
    const int v = in[tile + threadIdx.x];
    if (v > 100) large[atomicAdd(&count[1], 1)] = v;
    else small[atomicAdd(&count[0], 1)] = v;
    if (threadIdx.x < count[0]) low[tile + threadIdx.x] = small[threadIdx.x];
    if (threadIdx.x < count[1]) high[tile + threadIdx.x] = large[threadIdx.x];
    __syncthreads();
  }
}
