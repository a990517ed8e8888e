// case: uninitialised-among-many   expect: unproved   class: uninitialised   launch: grid(1) block(32)   rule: -   at: -
// cause: of all that v may come from, the last one was never written, and is given to a shuffle
#define OUTSIDE(i) if (n == i && t < 16) v = __shfl_sync(0xffffu, t, 20);
__global__ void give(int* out, int n) {
  const int t = threadIdx.x;
  int v = 1, unwritten;
  OUTSIDE(0) OUTSIDE(1) OUTSIDE(2) OUTSIDE(3) OUTSIDE(4) OUTSIDE(5) OUTSIDE(6) OUTSIDE(7)
  OUTSIDE(8) OUTSIDE(9) OUTSIDE(10) OUTSIDE(11) OUTSIDE(12) OUTSIDE(13) OUTSIDE(14) OUTSIDE(15)
  OUTSIDE(16) OUTSIDE(17) OUTSIDE(18) OUTSIDE(19) OUTSIDE(20) OUTSIDE(21) OUTSIDE(22) OUTSIDE(23)
  OUTSIDE(24) OUTSIDE(25) OUTSIDE(26) OUTSIDE(27) OUTSIDE(28) OUTSIDE(29) OUTSIDE(30) OUTSIDE(31)
  OUTSIDE(32) OUTSIDE(33) OUTSIDE(34) OUTSIDE(35) OUTSIDE(36) OUTSIDE(37) OUTSIDE(38) OUTSIDE(39)
  if (n == 0x1234567) v = unwritten;
  __shfl_sync(~0u, v, 0);
  out[t] = t;
}
