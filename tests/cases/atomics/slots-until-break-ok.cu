// case: slots-until-break   expect: safe   class: atomic-counter   launch: grid(1) block(64)   at: -
// The loop ends where a tile is marked, or keeps nothing.
extern "C" __global__ void keep(const int* in, int* out, const int* stop, int n) {
  __shared__ int list[64], count;
  for (int tile = 0; tile < n; tile += 64) {
    if (stop[tile]) break;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    const int v = in[tile + threadIdx.x];
    if (v > 0) list[atomicAdd(&count, 1)] = v;
    __syncthreads();
    const int kept = count;
    if (threadIdx.x < kept) out[tile + threadIdx.x] = list[threadIdx.x];
    __syncthreads();
    if (kept == 0) break;
  }
}
