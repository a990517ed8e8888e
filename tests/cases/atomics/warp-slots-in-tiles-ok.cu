// case: warp-slots-in-tiles   expect: safe   class: atomic-counter   launch: grid(1) block(256)   rule: -   at: -
// note: one addition a warp and tile, shared out by rank; the counter is set back behind each tile
__global__ void tiles(const int* in, int* out, int n) {
  __shared__ int list[256], count;
  const int t = threadIdx.x, lane = t % 32;
  if (t == 0) count = 0;
  __syncthreads();
  for (int first = 0; first < n; first += 256) {
    const int v = first + t < n ? in[first + t] : 0;
    const unsigned wanted = __ballot_sync(~0u, v > 0);
    int slot = 0;
    if (lane == 0) slot = atomicAdd(&count, __popc(wanted));
    slot = __shfl_sync(~0u, slot, 0) + __popc(wanted & ((1u << lane) - 1));
    if (v > 0) list[slot] = v;
    __syncthreads();
    if (t < count) out[first + t] = list[t];
    __syncthreads();
    if (t == 0) count = 0;
    __syncthreads();
  }
}
