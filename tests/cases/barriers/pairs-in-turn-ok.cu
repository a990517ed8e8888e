// case: pairs-in-turn   expect: safe   class: named-barrier-count   launch: grid(1) block(128)   at: -
// note: all warps meet between the two uses of barrier 1
extern "C" __global__ void in_turn(const int *in, int *out) {
  __shared__ int word[128];
  const int t = threadIdx.x;
  word[t] = in[t];
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = word[t ^ 32];
  }
  __syncthreads();
  if (t >= 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = word[t ^ 32];
  }
}
