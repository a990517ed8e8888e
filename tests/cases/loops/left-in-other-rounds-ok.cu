// case: left-in-other-rounds   expect: safe   class: divergence   launch: grid(1) block(32)   at: -
// Lanes leave the loop in different rounds; those that did as many as lane 0 know each other by a ballot.
extern "C" __global__ void k(int* out, int n, int m) {
  int rounds = 0;
  for (int i = threadIdx.x; i < n; i += 32) ++rounds;
  const int most = __shfl_sync(0xffffffffu, rounds, 0);
  if (m == 123456789 && n > 200 && n < 300) {
    const unsigned same = __ballot_sync(0xffffffffu, rounds == most);
    if (rounds == most) rounds += __popc(__ballot_sync(same, n % 2));
  }
  __syncwarp();
  out[threadIdx.x] = rounds;
}
