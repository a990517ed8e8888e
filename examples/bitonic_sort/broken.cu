// case: bitonic_sort_broken   expect: unsafe   class: sort   launch: grid(1) block(any:32)   rule: value.uninitialised   at: const unsigned other = __shfl_xor_sync(kFullMask, key, distance);
// why: where the input has ended the key is never set, and the shuffle hands it to the other lanes

constexpr unsigned kFullMask = 0xffffffffu;

// Sorts the elements of each warp in ascending order.
extern "C" __global__ void bitonic_sort(unsigned* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  unsigned key;
  if (i < n) key = data[i];
  for (int run = 2; run <= warpSize; run *= 2) {
    for (int distance = run / 2; distance > 0; distance /= 2) {
      const unsigned other = __shfl_xor_sync(kFullMask, key, distance);
      const bool ascending = (lane & run) == 0;
      const bool lower = (lane & distance) == 0;
      key = ascending == lower ? min(key, other) : max(key, other);
    }
  }
  if (i < n) data[i] = key;
}

// Sorts each 32 of n keys.
void sort_warps(unsigned* data, int n) {
  constexpr int kThreads = 64;
  bitonic_sort<<<(n + kThreads - 1) / kThreads, kThreads>>>(data, n);  // expect: violation
}
