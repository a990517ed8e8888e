// case: grid-stride-symbolic   expect: unsafe   class: loop-collective   launch: grid(1) block(64)   at: count += __popc(__ballot_sync(0xffffffffu, in[i] > 0));
// cause: the last round of the loop is run by a part of the warp
// level: ptx
__global__ void positives(const int *in, int *out, int n) {
  int count = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    count += __popc(__ballot_sync(0xffffffffu, in[i] > 0));
  }
  __syncwarp();
  if ((threadIdx.x & 31) == 0) atomicAdd(out, count);
}
