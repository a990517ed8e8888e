// case: constant-argument-bug   expect: unsafe   class: table   launch: grid(1) block(64)   rule: store.same-instruction   at: s[(t
// cause: two entries of the table are the same
__constant__ int order[4] = {1, 0, 3, 1};
__device__ int entry(const int* table, int i) { return table[i]; }
__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[(t & ~3) | entry(order, t & 3)] = t;
  __syncthreads();
  out[t] = s[t];
}
