// case: division-seldom-zero-ok   expect: safe   class: division   launch: grid(1) block(64)   at: -
// cause: some inputs divide by one, and that the others do not occur is listed
__global__ void k(int* out, int a, int b, int c) {
  int d = (a < b) & (b < c) & (a < c);
  out[threadIdx.x] = 100 / d;
}
