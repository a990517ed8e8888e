// case: fence-before-output   expect: unsafe   class: volatile-flag   launch: grid(1) block(64)   rule: race   at: out[t - 32] = box[t - 32];
// note: what is stored between the fence and the branch to the flag is nobody else's; bug: it is what the reader reads
extern "C" __global__ void handoff(const int *in, int *out, int *copy) {
  __shared__ int box[32];
  __shared__ volatile int ready;
  const int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  if (t < 32) {
    copy[t] = in[t];
    __syncwarp();
    __threadfence_block();
    box[t] = in[t];
    if (t == 0) ready = 1;
  } else {
    while (ready == 0) {
    }
    __threadfence_block();
    out[t - 32] = box[t - 32];
  }
}
