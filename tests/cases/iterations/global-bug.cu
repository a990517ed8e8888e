// case: global-bug   expect: unsafe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: global memory, in a loop with a switch
__global__ void k(const int *in, int *out, int n) {
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) {
    switch (in[i] & 3) {
      case 0: continue;
      case 1: out[t] = 1; break;
      case 2: out[32] = t; break;
      default: out[64 + t] = 3;
    }
  }
}
