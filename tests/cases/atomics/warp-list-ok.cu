// case: warp-list   expect: safe   class: atomic-counter   launch: grid(1) block(32)   rule: -   at: -
// note: a block of one warp fills a list in each round; its barriers are __syncwarp
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
    __syncwarp();
    if (t == 0) count = 0;
    __syncwarp();
  }
}
