// case: array-overflow   expect: unsafe   class: out-of-bounds   launch: grid(1) block(64)   rule: race   at: a[t] = in[t];
// note: a thread past the end of one array writes into the next
extern "C" __global__ void overflow(const int *in, int *out) {
  __shared__ int a[32], b[64];
  const int t = threadIdx.x;
  b[t] = 1;
  a[t] = in[t];
  __syncthreads();
  out[t] = a[t] + b[63 - t];
}
