// case: step-changes-late-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: store.same-instruction   at: s[0] = threadIdx.x;
// cause: y moves by 5 once x has passed 5000; before that all steps are of 4.
__global__ void k(int n, int key) {
  __shared__ int s[64];
  int x = 0, y = 0;
  for (int j = 0; j < n; ++j) {
    if (y % 4 != 0 && key == 77777) s[0] = threadIdx.x;
    y += x > 5000 ? 5 : 4;
    x += 2;
    __syncthreads();
  }
}
