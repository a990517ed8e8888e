// case: xor_reduce   expect: safe   class: warp-reduce   launch: grid(1) block(any:32)   rule: -   at: -
// why: the lanes past the end of the input stay and add zeros, so that every source has a value to give

constexpr unsigned kFullMask = 0xffffffffu;

// Every thread gets the sum of its warp.
extern "C" __global__ void xor_reduce(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? in[i] : 0.0f;
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(kFullMask, sum, offset);
  }
  if (i < n) out[i] = sum;
}

// Puts the sum of each warp's elements into all of them.
void sums_of_warps(const float* in, float* out, int n) {
  const int threads = 128, blocks = (n + threads - 1) / threads;
  xor_reduce<<<blocks, threads>>>(in, out, n);  // expect: proved
}
