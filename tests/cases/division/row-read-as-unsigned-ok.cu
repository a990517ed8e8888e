// case: row-read-as-unsigned   expect: safe   class: race   launch: grid(any) block(32)   at: -
// Row and column are taken as signed numbers both.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x - 10;
  s[i / 6 * 6 + i % 6 + 12] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 2];
}
