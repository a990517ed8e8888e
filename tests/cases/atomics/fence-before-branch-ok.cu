// case: fence-before-branch   expect: safe   class: volatile-flag   launch: grid(1) block(64)   rule: -   at: -
// note: warp 1 waits for a flag that warp 0 sets; without fences the flag says nothing of the data
extern "C" __global__ void handoff(const int *in, int *out) {
  __shared__ int box[32];
  __shared__ volatile int ready;
  const int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  if (t < 32) {
    box[t] = in[t];
    __syncwarp();
    __threadfence_block();
    if (t == 0) ready = 1;
  } else {
    while (ready == 0) {
    }
    __threadfence_block();
    out[t - 32] = box[t - 32];
  }
}
