// case: unreached-loop   expect: unsafe   class: race   launch: grid(1) block(64)   rule: memory.implicit-warp-sync   at: s[threadIdx.x ^ 1]
// No square is 3, so nobody gets to the loop. What follows it counts all the same: a race for one value of m.
extern "C" __global__ void k(int* out, int n, int m) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int sum = 0;
  if (n * n == 3) {
    for (int i = 0; i < m; ++i) sum += i;
  }
  s[threadIdx.x] = sum;
  if (m == 123456789) sum += s[threadIdx.x ^ 1];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
