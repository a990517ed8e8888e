// case: cucollections337   expect: safe   class: vote-as-barrier   launch: grid(1) block(32) n=3   rule: -   at: -
// source: cuCollections PR #337
// url: https://github.com/NVIDIA/cuCollections/pull/337
extern "C" __global__ void flush_rounds(const int *in, int *flush, int n) {
  __shared__ int counter;
  const int lane = threadIdx.x;
  if (lane == 0) counter = 0;
  __syncwarp();
  int r = 0;
  while (__any_sync(0xffffffffu, r < n && in[r * 32 + lane] >= 0)) {
    atomicAdd(&counter, 1);
    __syncwarp();
    flush[threadIdx.x] = counter;
    __syncwarp();
    if (lane == 0) counter = 0;
    __syncwarp();
    ++r;
  }
}
