// Functions that come back, whose types speak of functions that do not.
#include <cstdlib>
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
static void (*handler)();
__attribute__((noreturn)) static void die() { exit(1); }
typedef void (*Ends)() __attribute__((noreturn));
static void on_error(void (*h)() __attribute__((noreturn))) { handler = h; }
Ends handler_of(int n);
struct Errors {
  [[noreturn]] virtual void fail() { exit(1); }
  __attribute__((noreturn)) virtual void operator()() { exit(1); }
};
void takes_one(int* out, int n) {
  if (n % 32 != 0) on_error(die);
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: violation
}
void gives_one(int* out, int n) {
  if (n % 32 != 0) handler_of(n);
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: violation
}
// A derived class's method may come back.
void overridden(int* out, int n, Errors& e) {
  if (n % 32 != 0) e.fail();
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: violation
}
void overridden_operator(int* out, int n, Errors& e) {
  if (n % 32 != 0) e();
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: violation
}
