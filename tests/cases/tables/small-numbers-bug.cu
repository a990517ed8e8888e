// case: small-numbers-bug   expect: unsafe   class: table   launch: grid(1) block(64)   rule: race   at: s[table
// cause: the last number of the table is not above 3
__constant__ int table[4] = {4, 5, 6, 3};
__global__ void k(int n, int* out) {
  __shared__ int s[64];
  s[table[n & 3] > 3 ? threadIdx.x : 0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
