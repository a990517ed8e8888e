// case: block_reduce_min   expect: unsafe   class: block-reduce   launch: grid(1) block(100) n=100   rule: shfl.inactive-source   at: val = max(val, __shfl_down_sync(FULL_MASK, val, offset));
// why: the last warp has 4 lanes and reads 28 that do not exist; the second stage names 32 lanes and is run by 3
//
// A minimum over a block in the form in which it goes from tutorial to tutorial, with the mistakes it gathers there:
//  1. a block of 100 threads, where both stages count on whole warps (breaks a rule);
//  2. a full mask in a second stage that only some lanes of warp 0 run (breaks a rule);
//  3. blockDim.x / warpSize rounds down, so the partial warp's result is dropped (wrong result);
//  4. an inner `val` that hides the outer one, which keeps its initial value (wrong result);
//  5. max where min is meant (wrong result).
// fixed.cu is the same kernel without them, right for every block size.

#define FULL_MASK 0xffffffff

extern "C" __global__ void block_reduce_min(const int* in, int* out, int n) {
  __shared__ int partial[32];
  int lane = threadIdx.x % warpSize;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  int val = 0x7fffffff;
  if (i < n) {
    int val = in[i];
  }
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    val = max(val, __shfl_down_sync(FULL_MASK, val, offset));
  }
  if (lane == 0) partial[threadIdx.x / warpSize] = val;
  __syncthreads();

  if (threadIdx.x < blockDim.x / warpSize) {
    val = partial[lane];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) {
      val = max(val, __shfl_down_sync(FULL_MASK, val, offset));
    }
    if (threadIdx.x == 0) out[blockIdx.x] = val;
  }
}

void minimum_of_100(const int* in, int* out) {
  block_reduce_min<<<1, 100>>>(in, out, 100);  // expect: violation
}
