// The library's function does not return.
#include <cstdlib>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  s[n > 64 ? 0 : threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
void run(int* out, int n) {
  if (n > 64) abort();
  k<<<1, 64>>>(out, n);  // expect: proved
}
