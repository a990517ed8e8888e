// case: word-before-inner-loop-ok   expect: safe   class: loops   launch: grid(any) block(64)   rule: -   at: -
// why: no iteration changes the word
__global__ void k(int* o, int n, int m) {
  __shared__ int s, u[64];
  int x = 0, t = threadIdx.x;
  if (t == 0) s = 0;
  for (int i = 0; i < n; i++) {
    if (x == 5) o[0] = t;
    for (int j = 0; j < m; j++) { __syncthreads(); u[t] = j; __syncthreads(); }
    __syncthreads();
    if (s != 0) x = 5;
    __syncthreads();
    if (t == 0 && i == 5000000) s = 0;
  }
}
