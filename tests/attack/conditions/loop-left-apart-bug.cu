// case: loop-left-apart-bug   expect: unproved   class: race   launch: grid(1) block(32)   at: -
// cause: for one key lane 0 leaves the loop early.
__global__ void k(int* out, int n, int key) {
  int x = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    x += __shfl_xor_sync(~0u, x, 1);
    if (i == 5000 && key == 77777 && threadIdx.x == 0) break;
  }
  out[threadIdx.x] = __shfl_xor_sync(~0u, x, 2);
}
