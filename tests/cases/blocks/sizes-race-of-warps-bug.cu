// case: sizes-race-of-warps-bug   expect: unsafe   class: launch   launch: grid(1) block(any)   rule: shfl.inactive-source   at: v += __shfl_down_sync
// proved: block == 32
// cause: a partial warp has no lane 16 to read from; and from two warps on, every first lane stores its sum to
//   the one word, so whole warps are no condition under which the kernel is right.
__global__ void sum(int* out, const int* in) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0) out[0] = v;
}
