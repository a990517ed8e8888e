// Sizes that the host code checks before a launch: by functions and macros of its own.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#define REQUIRE(c)                               \
  do {                                           \
    if (!(c)) {                                  \
      std::printf("%s does not hold\n", #c);     \
      std::exit(1);                              \
    }                                            \
  } while (0)

[[noreturn]] void fail(const char* why) { throw std::runtime_error(why); }
static void usage() {
  std::printf("n has to be a multiple of 32\n");
  std::exit(2);
}
static void require(bool ok, const char* what) {
  if (!ok) fail(what);
}
static bool is_power_of_two(int n) {
  while (n > 1 && n % 2 == 0) n /= 2;
  return n == 1;
}

__global__ void sums(int* out, int n) {
  int x = threadIdx.x;
  if (threadIdx.x < n) x += __shfl_xor_sync(~0u, x, 1);
  out[threadIdx.x] = x;
}
__global__ void halves(int* out, int n) {
  __shared__ int s[64];
  s[(n & (n - 1)) == 0 ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}

void by_macro(int* out, int n) {
  REQUIRE(n >= 0 && n % 32 == 0);
  sums<<<1, 64>>>(out, n);  // expect: proved
}
void by_function(int* out, int n) {
  require(n >= 0 && n % 32 == 0, "n");
  sums<<<1, 64>>>(out, n);  // expect: proved
}
void by_usage(int* out, int n) {
  if (n < 0 || n % 32 != 0) usage();
  sums<<<1, 64>>>(out, n);  // expect: proved
}
// What a loop finds out of n is not followed: whether a launch has such an n is not known.
void by_loop(int* out, int n) {
  require(is_power_of_two(n), "n");
  halves<<<1, 64>>>(out, n);  // expect: unknown
}
