// The user's own function returns, whatever its name.
#include <cstdio>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  s[n > 64 ? 0 : threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
static void abort(const char* message) { std::puts(message); }
void run(int* out, int n) {
  if (n > 64) abort("large");
  k<<<1, 64>>>(out, n);  // expect: violation
}
