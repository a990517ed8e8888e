// case: small-numbers-ok   expect: safe   class: table   launch: grid(1) block(64)   rule: -   at: -
// why: all numbers of the table are positive; compilers leave out the bytes behind its last one that is not 0
__constant__ int table[4] = {1, 2, 3, 4};
__global__ void k(int n, int* out) {
  __shared__ int s[64];
  s[table[n & 3] > 0 ? threadIdx.x : 0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
