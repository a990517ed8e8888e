// case: loop-exits-bug   expect: unsafe   class: race   launch: grid(1) block(32)   rule: store.same-instruction   at: if (x == 1 && key == 77777) s[0] = t;
// cause: lanes leave with x == 1, one in each iteration, although all iterations begin with 0.
__global__ void k(int key) {
  __shared__ int s[1];
  const int t = threadIdx.x;
  int x = 0;
  for (int i = 0;; ++i) {
    __syncwarp(__activemask());
    x = 1;
    if (i == t + 500) break;
    x = 0;
  }
  if (x == 1 && key == 77777) s[0] = t;
}
