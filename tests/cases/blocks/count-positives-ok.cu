// case: count-positives   expect: safe   class: block-vote   launch: grid(any) block(any)   at: -
__global__ void positives(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int total = __syncthreads_count(i < n && in[i] > 0);
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
