// case: counter-from-zero-bug   expect: unsafe   class: masks   launch: grid(1) block(64)   rule: -   at: sum += __shfl_xor_sync
// cause: the counter starts below 0, and half of the lanes skip the first shuffles.
__global__ void sums(int* out, const int* in, int n) {
  int sum = 0;
  for (int i = -3; i < n; ++i) {
    if (i < 0 && threadIdx.x % 32 < 16) continue;
    sum += __shfl_xor_sync(0xffffffff, in[32 * (i & 31) + threadIdx.x % 32], 16);
  }
  out[threadIdx.x] = sum;
}
