// case: counter-passes-half-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: store.same-instruction   at: s[0] = threadIdx.x;
// cause: i passes 2^31 after 2048 iterations, and is negative as a signed number.
__global__ void k(int n, int key) {
  __shared__ int s[64];
  unsigned i = 0;
  for (int j = 0; j < n; ++j) {
    if ((int)i < 0 && key == 77777) s[0] = threadIdx.x;
    i += 0x100000u;
    __syncthreads();
  }
}
