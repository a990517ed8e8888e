// case: clock   expect: safe   class: replays   launch: grid(any) block(32)   at: -
__global__ void k(long long *out) {
  const long long start = clock64();
  __syncthreads();
  out[threadIdx.x] = clock64() - start;
}
