// case: left-in-other-rounds   expect: unsafe   class: divergence   launch: grid(1) block(32)   at: rounds = __shfl_xor_sync(0xffffffffu, rounds, 1);
// Lanes leave the loop in different rounds, so not all of them did as many as lane 0.
extern "C" __global__ void k(int* out, int n, int m) {
  int rounds = 0;
  for (int i = threadIdx.x; i < n; i += 32) ++rounds;
  const int most = __shfl_sync(0xffffffffu, rounds, 0);
  if (m == 123456789 && n > 200 && n < 300) {
    if (rounds == most) rounds = __shfl_xor_sync(0xffffffffu, rounds, 1);
  }
  __syncwarp();
  out[threadIdx.x] = rounds;
}
