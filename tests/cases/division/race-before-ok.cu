// case: division-race-before-ok   expect: safe   class: division   launch: grid(1) block(64)   at: -
// cause: a barrier is between the two
__global__ void k(int* out, int n) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0) s = 1;
  __syncthreads();
  if (t == 33 && n == 5) s = n;
  __syncthreads();
  if (t == 40) out[t] = 100 / s;
}
