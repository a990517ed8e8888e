// case: flag-in-warp   expect: unsafe   class: hand-over   launch: grid(1) block(32)   rule: memory.implicit-warp-sync   at: out[0] = data;
// cause: no fence lies between the word and the flag
__global__ void hand(const int* in, int* out) {
  __shared__ volatile int flag;
  __shared__ int data;
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncwarp();
  if (t == 3) {
    data = in[0];
    flag = 1;
  }
  if (t == 20) {
    while (flag == 0) {}
    __threadfence_block();
    out[0] = data;
  }
}
