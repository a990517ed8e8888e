// case: assume-strided-loop-ok   expect: safe   class: assumption   launch: grid(1) block(64)   at: -
// assume: n % 64 == 0
// assume: n >= 0 && n <= 256
// cause: every thread takes the same number of rounds, so the warp is whole in each
__global__ void k(const int* in, int* out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 64) sum += __shfl_xor_sync(0xffffffffu, in[i], 1);
  out[threadIdx.x] = sum;
}
