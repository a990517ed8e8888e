// case: any-loop   expect: unsafe   class: loop-collective   launch: grid(1) block(32)   at: acc += __shfl_down_sync(0xffffffffu, acc, 1);
// cause: each lane leaves the loop after its own number of rounds
// level: ptx
__global__ void steps(const int *in, int *out) {
  int left = in[threadIdx.x] & 7, acc = left;
  while (left > 0) {
    acc += __shfl_down_sync(0xffffffffu, acc, 1);
    --left;
  }
  __syncwarp();
  out[threadIdx.x] = acc;
}
