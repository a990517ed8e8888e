// case: loop-exits-ok   expect: safe   class: race   launch: grid(1) block(32)   rule: -   at: -
// why: each lane has an element of its own.
__global__ void k(int key) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  int x = 0;
  for (int i = 0;; ++i) {
    __syncwarp(__activemask());
    x = 1;
    if (i == t + 500) break;
    x = 0;
  }
  if (x == 1 && key == 77777) s[t] = t;
}
