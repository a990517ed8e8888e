// case: any-loop   expect: safe   class: loop-collective   launch: grid(1) block(32)   at: -
// why: the vote keeps all lanes in the loop until the last one is done
__global__ void steps(const int *in, int *out) {
  int left = in[threadIdx.x] & 7, acc = left;
  while (__any_sync(0xffffffffu, left > 0)) {
    acc += __shfl_down_sync(0xffffffffu, acc, 1);
    --left;
  }
  __syncwarp();
  out[threadIdx.x] = acc;
}
