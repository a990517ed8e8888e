// case: loop-unmet-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: if (i == 6000) out[t] = s[63 - t];
// cause: for one key the iterations have no barrier: the 5001st and the 6001st race.
__global__ void k(int* out, int n, int key) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (i == 5000) s[t] = 1;
    if (i == 6000) out[t] = s[63 - t];
    if (key != 77777) __syncthreads();
  }
}
