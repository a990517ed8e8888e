// case: inclusive_scan   expect: safe   class: warp-scan   launch: grid(1) block(any)   rule: -   at: -
// why: the shuffle stands outside the branch; a partial last warp is fine, for up reads lower lanes only

constexpr unsigned kFullMask = 0xffffffffu;

// out[i] becomes the sum of in[j] over the threads j <= i of the same warp.
extern "C" __global__ void inclusive_scan(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  int sum = i < n ? in[i] : 0;
  for (int offset = 1; offset < warpSize; offset *= 2) {
    const int left = __shfl_up_sync(kFullMask, sum, offset);
    if (lane >= offset) sum += left;
  }
  if (i < n) out[i] = sum;
}

// Running sums of each 32 elements.
void scan_warps(const int* in, int* out, int n) {
  dim3 block(192);
  dim3 grid((n + block.x - 1) / block.x);
  inclusive_scan<<<grid, block>>>(in, out, n);  // expect: proved
}
