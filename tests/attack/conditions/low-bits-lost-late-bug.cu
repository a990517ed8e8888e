// case: low-bits-lost-late-bug   expect: unproved   class: race   launch: grid(1) block(64)   at: -
// cause: after 5000 iterations i moves by m, which is no multiple of 32; then all threads store to s[0]
__global__ void k(int n, int m) {
  __shared__ int s[64];
  int i = threadIdx.x, j = 32;
  for (int c = 0; c < n; ++c) {
    if (((i - (int)threadIdx.x) & 31) != 0) s[0] = threadIdx.x;
    i += j * m;
    if (c > 5000) j = 1;
    __syncthreads();
  }
}
