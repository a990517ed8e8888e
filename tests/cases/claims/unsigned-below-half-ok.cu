// case: unsigned-below-half-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: the unsigned counter stays below 2^31 and each thread has a word of its own
__global__ void k(int* out, const int* in, int width, int key, int row) {
  __shared__ int s[64];
  int acc = 0;
  for (unsigned i = 0; i < 1000000000u; i += 524288) acc += in[(row & 1) * width + (i >> 19)];
  if (key == 0x1234567) s[threadIdx.x] = acc + threadIdx.x;
  out[(row & 1) * width + threadIdx.x] = acc;
}
