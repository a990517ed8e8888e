// case: inclusive_scan_broken   expect: unsafe   class: warp-scan   launch: grid(1) block(any)   rule: shfl.inactive-source   at: if (lane >= offset) sum += __shfl_up_sync(kFullMask, sum, offset);
// why: only the lanes that receive take part; those that should give have gone on and left

constexpr unsigned kFullMask = 0xffffffffu;

// out[i] becomes the sum of in[j] over the threads j <= i of the same warp.
extern "C" __global__ void inclusive_scan(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  int sum = i < n ? in[i] : 0;
  for (int offset = 1; offset < warpSize; offset *= 2) {
    if (lane >= offset) sum += __shfl_up_sync(kFullMask, sum, offset);
  }
  if (i < n) out[i] = sum;
}

// Running sums of each 32 elements.
void scan_warps(const int* in, int* out, int n) {
  dim3 block(192);
  dim3 grid((n + block.x - 1) / block.x);
  inclusive_scan<<<grid, block>>>(in, out, n);  // expect: violation
}
