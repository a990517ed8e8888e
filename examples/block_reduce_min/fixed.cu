// case: block_reduce_min_fixed   expect: safe   class: block-reduce   launch: grid(1) block(any)   rule: -   at: -
// why: a value is taken only from lanes that exist, and all of warp 0 runs the second stage

#define FULL_MASK 0xffffffff

// The minimum over the first `lanes` lanes of the warp, in lane 0. All lanes of the warp call it.
__device__ int warp_min(int val, int lanes) {
  int lane = threadIdx.x % warpSize;
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    int other = __shfl_down_sync(FULL_MASK, val, offset);
    if (lane + offset < lanes) val = min(val, other);
  }
  return val;
}

extern "C" __global__ void block_reduce_min(const int* in, int* out, int n) {
  __shared__ int partial[32];
  int lane = threadIdx.x % warpSize;
  int warp = threadIdx.x / warpSize;
  int threads = blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  int val = 0x7fffffff;
  if (i < n) val = in[i];
  val = warp_min(val, min(threads - warp * warpSize, warpSize));
  if (lane == 0) partial[warp] = val;
  __syncthreads();

  if (warp == 0) {
    int warps = (threads + warpSize - 1) / warpSize;
    val = 0x7fffffff;
    if (lane < warps) val = partial[lane];
    val = warp_min(val, min(threads, warpSize));
    if (lane == 0) out[blockIdx.x] = val;
  }
}

void minimum_of_100(const int* in, int* out) {
  block_reduce_min<<<1, 100>>>(in, out, 100);  // expect: proved
}
