// case: step-slips-once-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: store.same-instruction   at: s[0] = threadIdx.x;
// cause: x moves by 4 in one iteration of all.
__global__ void k(int n, int key) {
  __shared__ int s[64];
  int x = 0;
  for (int j = 0; j < n; ++j) {
    if (x != 3 * j && key == 77777) s[0] = threadIdx.x;
    x += j == 1000 ? 4 : 3;
    __syncthreads();
  }
}
