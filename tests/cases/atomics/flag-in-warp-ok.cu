// case: flag-in-warp   expect: safe   class: hand-over   launch: grid(1) block(32)   rule: -   at: -
// note: one lane hands a word to another through a flag, which is cleared before a __syncwarp of the whole block
__global__ void hand(const int* in, int* out) {
  __shared__ volatile int flag;
  __shared__ int data;
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncwarp();
  if (t == 3) {
    data = in[0];
    __threadfence_block();
    flag = 1;
  }
  if (t == 20) {
    while (flag == 0) {}
    __threadfence_block();
    out[0] = data;
  }
}
