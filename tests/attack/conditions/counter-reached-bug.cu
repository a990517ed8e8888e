// case: counter-reached-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: b[0] = 7;
// cause: for some keys a store reaches the counter, which then hands out 5.
__global__ void k(int key) {
  __shared__ int s[64], b[2];
  if (threadIdx.x == 0) s[0] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    s[key & 63] = 5;
    if (atomicAdd(&s[0], 1) == 5) b[0] = 3;
  }
  if (threadIdx.x == 32) b[0] = 7;
}
