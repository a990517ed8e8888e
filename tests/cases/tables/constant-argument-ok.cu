// case: constant-argument-ok   expect: safe   class: table   launch: grid(1) block(64)   rule: -   at: -
// why: kernels cannot store to constant memory, whoever is given the address of a table there
__constant__ int order[4] = {1, 0, 3, 2};
__device__ int entry(const int* table, int i) { return table[i]; }
__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[(t & ~3) | entry(order, t & 3)] = t;
  __syncthreads();
  out[t] = s[t];
}
