// case: word-before-loop-256-bug   expect: unproved   class: loops   launch: grid(any) block(256) effort(20)   rule: store.same-instruction   at: o[0]
// cause: an iteration late in the loop sets the word, which the next one reads behind its barrier
__global__ void k(int* o, int n) {
  __shared__ int s;
  int x = 0;
  if (threadIdx.x == 0) s = 0;
  for (int i = 0; i < n; i++) {
    if (x == 5) o[0] = threadIdx.x;
    __syncthreads();
    if (s != 0) x = 5;
    __syncthreads();
    if (threadIdx.x == 0 && i == 5000000) s = 7;
  }
}
