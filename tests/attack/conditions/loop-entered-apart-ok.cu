// case: loop-entered-apart-ok   expect: safe   class: race   launch: grid(1) block(any:32)   at: -
// why: all threads enter the inner loop with one number.
// the 5002nd iteration of the outer loop comes here.
__global__ void k(const int* in, int* out, int n, int m, int key) {
  for (int j = 0; j < m; ++j) {
    if (j != 5001) continue;
    int x = key == 77777 ? 2000 : 1000;
    for (int i = 0; i < n; ++i) {
      if (i == 0) out[threadIdx.x + x] = threadIdx.x;
      x = in[i] & 511;
    }
  }
}
