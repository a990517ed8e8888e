// case: block-of-three-loaded-in-steps   expect: safe   class: race   launch: grid(any) block(128)   at: -
// An index is taken apart into a layer, a row and a column.
__global__ void gather(const float* in, float* out, int n) {
  __shared__ float part[6][7][10];
  for (int i = threadIdx.x; i < 6 * 7 * 10; i += 128) part[i / 70][i / 10 % 7][i % 10] = i < n ? in[i] : 0;
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = part[threadIdx.x % 6][threadIdx.x % 7][threadIdx.x % 10];
}
