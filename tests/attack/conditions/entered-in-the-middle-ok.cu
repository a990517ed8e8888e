// case: entered-in-the-middle   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// note: a loop that is entered by another block than its head, in each iteration of another one
__global__ void k(int* out, const int* in, int n) {
  int s = 0, i = threadIdx.x & 3;
  for (int k = 0; k < 3; ++k) {
    int c = 3;
    switch (k) {
      case 0: goto mid;
      case 1: goto mid;
      default: break;
    }
    while (c > 0) {
      s += in[i];
mid:
      s += in[i + 1];
      --c;
    }
  }
  out[threadIdx.x] = s;
}
