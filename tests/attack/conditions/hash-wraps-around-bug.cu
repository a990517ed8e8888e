// case: hash-wraps-around-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: s[0] = acc + threadIdx.x;
// cause: h is meant to wrap around, and is no counter: after five iterations it is 0x1d000000
__global__ void k(int* out, const int* in, int width, int n, int key, int row) {
  __shared__ int s[64];
  int acc = 0;
  unsigned h = 0;
  for (int i = 0; i < n; ++i) {
    acc += in[row * width + i];
    if (key == 0x1234567 && (h >> 28) == 1) s[0] = acc + threadIdx.x;
    h += 0x39000000u;
  }
  out[row * width + threadIdx.x] = acc;
}
