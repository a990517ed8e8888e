// memset and memcpy give back the address that they are given, and nobody takes it.
#include <cstring>
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
struct Sizes { int threads, blocks; };
void by_number(int* out) {
  int n;
  (memset(&n, 0, sizeof n));
  n = 64;
  k<<<1, n>>>(out);  // expect: proved
}
void by_structure(int* out, const Sizes& given) {
  Sizes s;
  (void)std::memcpy(&s, &given, sizeof s);
  s.threads = 64;
  k<<<1, s.threads>>>(out);  // expect: proved
}
void by_block_expression(int* out) {
  int n;
  ({ memset(&n, 0, sizeof n); n; });
  n = 64;
  k<<<1, n>>>(out);  // expect: proved
}
