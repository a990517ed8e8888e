// case: sizes-race-of-warps-ok   expect: safe   class: launch   launch: grid(1) block(any:32)   rule: -   at: -
// why: whole warps, and each has a word of its own.
__global__ void sum(int* out, const int* in) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}
