// case: grid-stride-symbolic   expect: safe   class: loop-collective   launch: grid(1) block(64)   at: -
// why: the loop is rounded up, so whole warps go round
__global__ void positives(const int *in, int *out, int n) {
  int count = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    const int i = base + threadIdx.x;
    count += __popc(__ballot_sync(0xffffffffu, i < n && in[i] > 0));
  }
  __syncwarp();
  if ((threadIdx.x & 31) == 0) atomicAdd(out, count);
}
