// case: offset-of-module-bug   expect: unsafe   class: module-variable   launch: grid(1) block(64)   rule: race   at: all[mirror[0] - t] = t
// cause: the table holds numbers, not addresses, and nothing orders the two stores
__device__ int all[64];
__device__ const int mirror[2] = {63, 62};
__global__ void k(int n) {
  int t = threadIdx.x;
  all[t] = n;
  if (n > 3) all[mirror[0] - t] = t;
}
