// case: continue-ok   expect: safe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: what odd and even lanes store to differs
__global__ void k(int magic) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int i = 0;
  while (i < 4) {
    i++;
    if (!(magic == 0x1234567 && i == 1 + (t & 1))) continue;
    s[t] = t;
  }
}
