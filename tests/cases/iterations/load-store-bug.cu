// case: load-store-bug   expect: unsafe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: lanes read in one iteration what another lane stores in another
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  int sum = 0;
  for (int i = t; i < n; i += 32) {
    if (i / 32 == 3 + t) s[t] = i;
    if (i / 32 == 9) sum += s[31 - t];
  }
  out[t] = sum;
}
