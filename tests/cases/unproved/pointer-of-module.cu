// case: pointer-of-module   expect: unproved   class: module-variable   launch: grid(1) block(64)   rule: -   at: -
// cause: the module's pointer names the array that the kernel stores to by its own name
__device__ int all[64];
__device__ int* one = all;
__global__ void k(int n) {
  int t = threadIdx.x;
  all[t] = n;
  if (n == 1234567) one[63 - t] = t;
}
