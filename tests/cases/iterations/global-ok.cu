// case: global-ok   expect: safe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: as global-bug, with a word for each lane
__global__ void k(const int *in, int *out, int n) {
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) {
    switch (in[i] & 3) {
      case 0: continue;
      case 1: out[t] = 1; break;
      case 2: out[32 + t] = 2; break;
      default: out[64 + t] = 3;
    }
  }
}
