// case: do-while-bug   expect: unsafe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: each lane stores in the last of its own number of iterations
__global__ void k(const int *in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int left = in[t];
  do {
    if (left == 1) s[0] = t;
    --left;
  } while (left > 0);
}
