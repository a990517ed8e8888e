// case: race-meets-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: out[t] = s[63 - t];
// cause: for one key there is no barrier.
__global__ void k(const int* in, int* out, int key) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  if (key != 77777) __syncthreads();
  out[t] = s[63 - t];
}
