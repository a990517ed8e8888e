// case: do-while-ok   expect: safe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: each lane stores to its own word
__global__ void k(const int *in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int left = in[t];
  do {
    if (left == 1) s[t] = 3;
    --left;
  } while (left > 0);
}
