// case: count-positives   expect: unsafe   class: block-vote   launch: grid(any) block(any)   at: total = __syncthreads_count(in[i] > 0);
// cause: the votes are counted only by threads with an element
// level: ptx
__global__ void positives(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int total = 0;
  if (i < n) total = __syncthreads_count(in[i] > 0);
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
