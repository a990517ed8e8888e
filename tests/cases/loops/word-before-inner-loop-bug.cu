// case: word-before-inner-loop-bug   expect: unproved   class: loops   launch: grid(any) block(64) effort(20)   rule: store.same-instruction   at: o[0]
// cause: the word of before both loops is not what an iteration of the outer one begins its inner loop with
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
    if (t == 0 && i == 5000000) s = 7;
  }
}
