// case: clock   expect: unsafe   class: replays   launch: grid(any) block(32)   rule: barrier.divergent   at: __syncthreads
// note: the replay gets the clocks of the model
__global__ void k(int *out) {
  const long long start = clock64();
  out[threadIdx.x] = 0;
  if (clock64() - start > 123456789) __syncthreads();
  out[threadIdx.x] = 1;
}
