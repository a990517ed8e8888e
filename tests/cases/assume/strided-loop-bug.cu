// case: assume-strided-loop-bug   expect: unsafe   class: assumption   launch: grid(1) block(64)   rule: shfl.inactive-source   at: __shfl_xor_sync
// assume: n % 3 == 0
// assume: n >= 0 && n <= 256
// cause: in the last round a part of a warp is left
__global__ void k(const int* in, int* out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 64) sum += __shfl_xor_sync(0xffffffffu, in[i], 1);
  out[threadIdx.x] = sum;
}
