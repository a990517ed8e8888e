// case: aggregated_atomics   expect: safe   class: match   launch: grid(1) block(any)   rule: -   at: -
// why: the lanes with one key form a group; its mask comes from match_any and holds exactly those that use it

constexpr unsigned kFullMask = 0xffffffffu;
constexpr int kBins = 64;

// Counts keys and numbers the elements of each bin, with one atomic addition a bin and warp.
extern "C" __global__ void aggregated_atomics(const int* keys, int* bins, int* rank, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  const unsigned inside = __ballot_sync(kFullMask, i < n);
  if (i >= n) return;
  const int key = keys[i] & (kBins - 1);
  const unsigned peers = __match_any_sync(inside, key);
  const int leader = __ffs(peers) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(&bins[key], __popc(peers));
  first = __shfl_sync(peers, first, leader);
  rank[i] = first + __popc(peers & ((1u << lane) - 1));
}

// A histogram of n keys; `bins` holds kBins zeros before.
void histogram(const int* keys, int* bins, int* rank, int n) {
  constexpr int kThreads = 512;
  aggregated_atomics<<<(n + kThreads - 1) / kThreads, kThreads>>>(keys, bins, rank, n);  // expect: proved
}
