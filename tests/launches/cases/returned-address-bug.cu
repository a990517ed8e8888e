// memset and memcpy give back the address that they are given: another name of the variable.
#include <cstring>
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
struct Sizes { int threads, blocks; };
void by_number(int* out) {
  int n;
  int* p = (int*)memset(&n, 0, sizeof n);
  n = 64;
  *p = 48;
  k<<<1, n>>>(out);  // expect: unknown
}
void by_structure(int* out, const Sizes& given) {
  Sizes s;
  Sizes* p = static_cast<Sizes*>(std::memcpy(&s, &given, sizeof s));
  s.threads = 64;
  p->threads = 48;
  k<<<1, s.threads>>>(out);  // expect: unknown
}
void by_block_expression(int* out) {
  int n;
  int* p = (int*)({ memset(&n, 0, sizeof n); });
  n = 64;
  *p = 48;
  k<<<1, n>>>(out);  // expect: unknown
}
