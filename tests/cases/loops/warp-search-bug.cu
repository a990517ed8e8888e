// case: warp-search   expect: unsafe   class: variable-source   launch: grid(1) block(32)   at: const int probe = __shfl_sync(0xffffffffu, v, (lo + hi) / 2);
// cause: a search that ends as soon as the interval is empty: lanes need different numbers of probes
// level: ptx
__global__ void lower(const int *sorted, const int *in, int *out) {
  const int v = sorted[threadIdx.x], key = in[threadIdx.x];
  int lo = 0, hi = 31;
  while (lo < hi) {
    const int probe = __shfl_sync(0xffffffffu, v, (lo + hi) / 2);
    if (probe < key) lo = (lo + hi) / 2 + 1;
    else if (probe > key) hi = (lo + hi) / 2;
    else lo = hi;
  }
  __syncwarp();
  out[threadIdx.x] = lo;
}
