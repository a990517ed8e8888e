// A variable of an inner block keeps its value, and nothing changes what it was given.
#include <cstdlib>
#include <utility>
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
bool op();
static std::pair<int, int> two(int a, int b) { return {a, b}; }
struct S { int t, u; };
void by_variable(int* out) {
  int a = 96, b = 32;
  if (op()) { int c = a; b = c; }
  k<<<1, b>>>(out);  // expect: proved
}
void by_constant(int* out) {
  int a = 96, b = 32;
  if (op()) { const int c = a; b = c; }
  k<<<1, b>>>(out);  // expect: proved
}
void by_member(int* out) {
  int a = 96, b = 32;
  if (op()) { S s{a, a}; b = s.u; }
  k<<<1, b>>>(out);  // expect: proved
}
void by_binding(int* out) {
  int a = 96, b = 32;
  if (op()) { auto [x, y] = two(5, a); b = y; }
  k<<<1, b>>>(out);  // expect: proved
}
void by_loop(int* out) {
  int a = 96, b = 32;
  for (int i = 0; i < 1; ++i) {
    if (op()) { int c = a; b = c; }
  }
  k<<<1, b>>>(out);  // expect: proved
}
static int returned() {
  int a = 96, b = 32;
  if (op()) { int c = a; b = c; }
  return b;
}
void by_function(int* out) { k<<<1, returned()>>>(out); }  // expect: proved
void by_check(int* out, int n) {
  if (n < 1 || n > 992) return;
  { int c = n; if (c % 32) return; }
  k<<<1, n>>>(out);  // expect: proved
}
#define CHECK_WHOLE(x) do { int v = (x); if (v % 32) exit(1); } while (0)
void by_macro(int* out, int n) {
  if (n < 1 || n > 992) return;
  CHECK_WHOLE(n);
  k<<<1, n>>>(out);  // expect: proved
}
