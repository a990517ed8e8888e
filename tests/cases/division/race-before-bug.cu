// case: division-race-before-bug   expect: unsafe   class: division   launch: grid(1) block(64)   rule: memory.implicit-warp-sync   at: -
// cause: with n = 0 threads 33 and 40 race; that 40 may then divide by the 0 is no reason to leave that launch out
__global__ void k(int* out, int n) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0) s = 1;
  __syncthreads();
  if (t == 33 && n == 0) s = n;
  if (t == 40) out[t] = 100 / s;
}
