// case: names-without-includes   expect: safe   class: block-reduce   launch: grid(1) block(128)   rule: -   at: -
// source: idiom (a minimum over the block; INT_MAX, M_PI, std::abs and erff need no #include under nvcc)
// note: the names are those of the C and C++ library that nvcc has read
__global__ void nearest(const float *in, int *out, int n) {
  __shared__ int least[128];
  const int t = threadIdx.x;
  int best = INT_MAX;
  for (int i = t; i < n; i += 128)
    best = min(best, (int)(1000.0 * std::abs(M_PI - erff(in[i]) + exp((double)in[i]))));
  least[t] = best;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d) least[t] = min(least[t], least[t + d]);
    __syncthreads();
  }
  if (t == 0) out[0] = least[0];
}
