// case: weyl-sequence-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: each thread has a word of its own, whatever h is
__global__ void k(int* out, const int* in, int width, int n, int key, int row) {
  __shared__ int s[64];
  int acc = 0;
  unsigned h = 0;
  for (int i = 0; i < n; ++i) {
    acc += in[(row & 1) * width + i];
    if (key == 0x1234567 && (h >> 28) == 1) s[threadIdx.x] = acc;
    h += 0x39000000u;
  }
  out[(row & 1) * width + threadIdx.x] = acc;
}
