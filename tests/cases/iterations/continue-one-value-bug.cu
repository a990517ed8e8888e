// case: continue-one-value-bug   expect: unsafe   class: iteration-race   launch: grid(1) block(32) policy(data-race=error)   at: -
// cause: odd lanes store in the second iteration, even ones in the first, one value
__global__ void k(int magic) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int i = 0;
  while (i < 4) {
    i++;
    if (!(magic == 0x1234567 && i == 1 + (t & 1))) continue;
    s[0] = 5;
  }
}
