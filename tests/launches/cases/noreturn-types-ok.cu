// Functions that do not come back.
#include <cstdlib>
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
typedef void (*Ends)() __attribute__((noreturn));
void on_error(void (*h)()) __attribute__((noreturn));
Ends handler_of(int n);
struct Errors {
  [[noreturn]] void fail() { exit(1); }
  __attribute__((noreturn)) void operator()() { exit(1); }
  static void stop(int n) __attribute__((noreturn));
  virtual void show();
};
struct Plain {
  [[noreturn]] void fail() const { exit(1); }
  __attribute__((noreturn)) void operator()() const { exit(1); }
};
void takes_one(int* out, int n) {
  if (n % 32 != 0) on_error(nullptr);
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: proved
}
void gives_one(int* out, int n) {
  if (n % 32 != 0) handler_of(n)();
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: proved
}
void by_method(int* out, int n, const Plain& e) {
  if (n % 32 != 0) e.fail();
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: proved
}
void by_operator(int* out, int n, const Plain& e) {
  if (n % 32 != 0) e();
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: proved
}
void by_static(int* out, int n) {
  if (n % 32 != 0) Errors::stop(n);
  if (n < 1 || n > 1024) return;
  k<<<1, n>>>(out);  // expect: proved
}
