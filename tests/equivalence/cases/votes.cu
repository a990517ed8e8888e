// pair: count_by_ballot count_by_shuffle  expect: equivalent
// pair: count_by_ballot count_zeros  expect: different
// pair: any_by_vote any_by_ballot  expect: equivalent
// pair: any_by_vote all_by_ballot  expect: different
// pair: all_by_vote all_by_ballot  expect: equivalent
// pair: count_by_ballot count_by_barrier  expect: equivalent
__device__ int count_by_ballot(int v) { return __popc(__ballot_sync(0xffffffffu, v < 7)); }
__device__ int count_by_shuffle(int v) {
  int n = v < 7;
  for (int i = 1; i < 32; i *= 2) n += __shfl_xor_sync(0xffffffffu, n, i);
  return n;
}
__device__ int count_zeros(int v) { return 32 - __popc(__ballot_sync(0xffffffffu, v < 7)); }
__device__ int count_by_barrier(int v) { return __syncthreads_count(v < 7); }
__device__ int any_by_vote(int v) { return __any_sync(0xffffffffu, v == 3); }
__device__ int any_by_ballot(int v) { return __ballot_sync(0xffffffffu, v == 3) != 0; }
__device__ int all_by_vote(int v) { return __all_sync(0xffffffffu, v == 3); }
__device__ int all_by_ballot(int v) { return __ballot_sync(0xffffffffu, v == 3) == 0xffffffffu; }
