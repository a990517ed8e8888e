// pair: aggregated aggregated  expect: equivalent  block: 64  with: compiled_atomics_clang_o3.ptx
// pair: aggregated aggregated  expect: different  block: 32  with: compiled_atomics_slip.ptx
// pair: broadcast broadcast  expect: equivalent  block: 32  with: compiled_atomics_clang_o3.ptx
// pair: broadcast broadcast  expect: different  block: 32  with: compiled_atomics_slip.ptx
// why: what clang 19 makes of this source; in the slip a rank counts the lane itself
constexpr unsigned kFullMask = 0xffffffffu;

// Counts keys and numbers the elements of each bin, with one atomic addition a bin and warp.
extern "C" __global__ void aggregated(const int* keys, int* bins, int* rank, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  const unsigned inside = __ballot_sync(kFullMask, i < n);
  if (i >= n) return;
  const int key = keys[i] & 63;
  const unsigned peers = __match_any_sync(inside, key);
  const int leader = __ffs(peers) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(&bins[key], __popc(peers));
  first = __shfl_sync(peers, first, leader);
  rank[i] = first + __popc(peers & ((1u << lane) - 1));
}

// Gives each positive element a slot of its own in a list, with one atomic addition a warp.
extern "C" __global__ void broadcast(const int* in, int* slot, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  const bool keep = i < n && in[i] > 0;
  const unsigned keepers = __ballot_sync(kFullMask, keep);
  if (!keep) return;
  const int leader = __ffs(keepers) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(count, __popc(keepers));
  first = __shfl_sync(keepers, first, leader);
  slot[i] = first + __popc(keepers & ((1u << lane) - 1));
}
