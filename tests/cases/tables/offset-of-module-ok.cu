// case: offset-of-module-ok   expect: safe   class: module-variable   launch: grid(1) block(64)   rule: -   at: -
// why: the table holds numbers, not addresses, and the kernel meets before it stores elsewhere in the array
__device__ int all[64];
__device__ const int mirror[2] = {63, 62};
__global__ void k(int n) {
  int t = threadIdx.x;
  all[t] = n;
  __syncthreads();
  if (n > 3) all[mirror[0] - t] = t;
}
