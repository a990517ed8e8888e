// case: loop-word-late-bug   expect: unproved   class: race   launch: grid(1) block(64) effort(5)   at: -
// cause: for one key s[0] changes after 5000 iterations.
__global__ void k(int n, int key) {
  __shared__ int s[1], b[1];
  const int t = threadIdx.x;
  if (t == 0) s[0] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (s[0] == 1 && i > 7000) b[0] = t;
    __syncthreads();
    if (i == 5000 && key == 77777 && t == 0) s[0] = 1;
    __syncthreads();
  }
}
