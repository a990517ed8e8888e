// case: segmented_tiles_broken   expect: unsafe   class: tiles   launch: grid(1) block(any:32)   rule: op.mismatch   at: for (int offset = kTile / 2; offset > 0; offset /= 2) sum += __shfl_xor_sync(mask, sum, offset, kTile);
// why: every tile names the whole warp; xor shuffles on one branch and up shuffles on the other wait for each other

// Meant to be the lanes of this thread's tile of kTile lanes.
template <int kTile>
__device__ unsigned tile_mask() {
  return 0xffffffffu;
}

// Even tiles put their sum into each of their elements, odd tiles a running sum.
template <int kTile>
__device__ void sums(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int rank = threadIdx.x % kTile;
  const unsigned mask = tile_mask<kTile>();
  int sum = in[i];
  if (threadIdx.x / kTile % 2 == 0) {
    for (int offset = kTile / 2; offset > 0; offset /= 2) sum += __shfl_xor_sync(mask, sum, offset, kTile);
  } else {
    for (int offset = 1; offset < kTile; offset *= 2) {
      const int left = __shfl_up_sync(mask, sum, offset, kTile);
      if (rank >= offset) sum += left;
    }
  }
  out[i] = sum;
}

extern "C" __global__ void tiles_of_16(const int* in, int* out) { sums<16>(in, out); }
extern "C" __global__ void tiles_of_8(const int* in, int* out) { sums<8>(in, out); }

void sum_tiles(const int* in, int* out, int blocks) {
  tiles_of_16<<<blocks, 64>>>(in, out);  // expect: violation
  tiles_of_8<<<blocks, 64>>>(in, out);   // expect: violation
}
