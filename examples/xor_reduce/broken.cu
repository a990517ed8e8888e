// case: xor_reduce_broken   expect: unsafe   class: warp-reduce   launch: grid(1) block(any:32)   rule: shfl.inactive-source   at: sum += __shfl_xor_sync(kFullMask, sum, offset);
// why: the threads past the end return first; the others read sums from lanes that have left

constexpr unsigned kFullMask = 0xffffffffu;

// Every thread gets the sum of its warp.
extern "C" __global__ void xor_reduce(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = in[i];
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(kFullMask, sum, offset);
  }
  out[i] = sum;
}

// Puts the sum of each warp's elements into all of them.
void sums_of_warps(const float* in, float* out, int n) {
  const int threads = 128, blocks = (n + threads - 1) / threads;
  xor_reduce<<<blocks, threads>>>(in, out, n);  // expect: violation
}
