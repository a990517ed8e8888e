// case: counter-from-zero-ok   expect: safe   class: masks   launch: grid(1) block(64)   rule: -   at: -
// why: a counter that starts at 0 and is compared with n in each round is never negative, so nobody skips the
//   shuffle.
__global__ void sums(int* out, const int* in, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i < 0 && threadIdx.x % 32 < 16) continue;
    sum += __shfl_xor_sync(0xffffffff, in[32 * (i & 31) + threadIdx.x % 32], 16);
  }
  out[threadIdx.x] = sum;
}
