// case: loop-left-apart-ok   expect: safe   class: race   launch: grid(1) block(32)   at: -
// why: all lanes leave the loop early, for one key.
__global__ void k(int* out, int n, int key) {
  int x = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    x += __shfl_xor_sync(~0u, x, 1);
    if (i == 5000 && key == 77777) break;
  }
  out[threadIdx.x] = __shfl_xor_sync(~0u, x, 2);
}
