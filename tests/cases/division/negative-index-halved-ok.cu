// case: negative-index-halved   expect: safe   class: race   launch: grid(any) block(32)   at: -
// A shift rounds down, as the lowest bit needs it.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 10;
  s[(i >> 1) * 2 + (i & 1) + 12] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 2];
}
