// case: unreached-loop   expect: safe   class: race   launch: grid(1) block(64)   at: -
// No square is 3, so nobody gets to the loop; behind it the neighbour's word is read between barriers.
extern "C" __global__ void k(int* out, int n, int m) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int sum = 0;
  if (n * n == 3) {
    for (int i = 0; i < m; ++i) sum += i;
  }
  s[threadIdx.x] = sum;
  __syncthreads();
  if (m == 123456789) sum += s[threadIdx.x ^ 1];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
