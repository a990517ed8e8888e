// case: word-before-loop-256-ok   expect: safe   class: loops   launch: grid(any) block(256)   rule: -   at: -
// why: the word is set to what it was before the loop
__global__ void k(int* o, int n) {
  __shared__ int s;
  int x = 0;
  if (threadIdx.x == 0) s = 0;
  for (int i = 0; i < n; i++) {
    if (x == 5) o[0] = threadIdx.x;
    __syncthreads();
    if (s != 0) x = 5;
    __syncthreads();
    if (threadIdx.x == 0 && i == 5000000) s = 0;
  }
}
