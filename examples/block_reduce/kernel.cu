// case: block_reduce   expect: safe   class: block-reduce   launch: grid(1) block(any:32)   rule: -   at: -
// why: whole warps in both stages, and a barrier that every thread reaches between storing and loading the partial sums

constexpr unsigned kFullMask = 0xffffffffu;

// The sum over the warp, in lane 0.
__device__ float warp_sum(float sum) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(kFullMask, sum, offset);
  return sum;
}

// out[b] becomes the sum of block b.
extern "C" __global__ void block_reduce(const float* in, float* out, int n) {
  __shared__ float partial[32];
  const int lane = threadIdx.x % warpSize;
  const int warp = threadIdx.x / warpSize;
  const int warps = blockDim.x / warpSize;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  const float sum = warp_sum(i < n ? in[i] : 0.0f);
  if (lane == 0) partial[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    const float total = warp_sum(lane < warps ? partial[lane] : 0.0f);
    if (lane == 0) out[blockIdx.x] = total;
  }
}

// The sums of the blocks of n elements, one for each 256 of them.
void sums_of_blocks(const float* in, float* sums, int n) {
  constexpr int kThreads = 256;
  block_reduce<<<(n + kThreads - 1) / kThreads, kThreads>>>(in, sums, n);  // expect: proved
}
