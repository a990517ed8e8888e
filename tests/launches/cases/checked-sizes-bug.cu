// Checks of sizes that let other sizes pass, or that are about other values.
#include <cstdio>
#include <cstdlib>

#define REQUIRE_UNLESS(x, c)                     \
  do {                                           \
    if (x) break;                                \
    if (!(c)) {                                  \
      std::printf("%s does not hold\n", #c);     \
      std::exit(1);                              \
    }                                            \
  } while (0)

static void warn() { std::printf("n should be a multiple of 32\n"); }
static void require(bool ok, int level) {
  if (level > 3) return;
  if (!ok) std::exit(1);
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

void by_macro(int* out, int n, bool quick) {
  REQUIRE_UNLESS(quick, n >= 0 && n % 32 == 0);
  sums<<<1, 64>>>(out, n);  // expect: violation
}
void by_warning(int* out, int n) {
  if (n < 0 || n % 32 != 0) warn();
  sums<<<1, 64>>>(out, n);  // expect: violation
}
void of_another(int* out, int n, int m) {
  if (!is_power_of_two(m)) std::exit(1);
  sums<<<1, 64>>>(out, n);  // expect: violation
}
// Which n this leaves out is not followed.
void by_function(int* out, int n, int level) {
  require(n >= 0 && n % 32 == 0, level);
  sums<<<1, 96>>>(out, n);  // expect: unknown
}
