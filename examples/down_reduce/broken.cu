// case: down_reduce_broken   expect: unsafe   class: warp-reduce   launch: grid(1) block(any:32)   rule: mask.self   at: largest = max(largest, __shfl_down_sync(kFullMask, largest, offset));
// why: the mask lacks its upper half, and lanes 16-31 shuffle under a mask that does not name them

constexpr unsigned kFullMask = 0xffffu;

// out[w] becomes the largest value of warp w.
extern "C" __global__ void down_reduce(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int largest = in[i];
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    largest = max(largest, __shfl_down_sync(kFullMask, largest, offset));
  }
  if (threadIdx.x % warpSize == 0) out[i / warpSize] = largest;
}

// The largest of each 32 elements, of `warps` times 32.
void maxima(const int* in, int* out, int warps) {
  down_reduce<<<warps / 4, 4 * 32>>>(in, out);  // expect: violation
}
