// case: continue-one-value-ok   expect: safe   class: iteration-race   launch: grid(1) block(32) policy(data-race=error)   at: -
// cause: a word for each iteration: lanes that skip the first one store where the others do, in the same one
__global__ void k(int magic) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int i = 0;
  while (i < 4) {
    i++;
    if (magic == 0x1234567 && i <= (t & 1)) continue;
    s[i] = 5;
  }
}
