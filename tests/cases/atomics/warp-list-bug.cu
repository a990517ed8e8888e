// case: warp-list   expect: unsafe   class: atomic-counter   launch: grid(1) block(32)   rule: memory.implicit-warp-sync   at: if (t < count)
// cause: the counter is set back while other lanes still compare with it
__global__ void tiles(const int* in, int* out, int n) {
  __shared__ int list[32], count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncwarp();
  for (int first = 0; first < n; first += 32) {
    const int v = first + t < n ? in[first + t] : 0;
    if (v > 0) list[atomicAdd(&count, 1)] = v;
    __syncwarp();
    if (t < count) out[first + t] = list[t];
    if (t == 0) count = 0;
    __syncwarp();
  }
}
