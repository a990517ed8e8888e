// A bool is known by the condition around its launch, alone, negated, as a part of it, and beside a number that it compares.
#include <cuda_runtime.h>
struct Settings {
  float* x;
  bool first, second;
};
__global__ void waits_if(float* x, bool p) {
  if (p || threadIdx.x < 7) __syncthreads();
  x[threadIdx.x] = 1;
}
__global__ void waits_by_either(Settings s) {
  if (s.first || s.second || threadIdx.x < 7) __syncthreads();
  s.x[threadIdx.x] = 1;
}
__global__ void waits_if_large(float* x, int n, bool is_large) {
  if (is_large || n <= 3 || threadIdx.x < 7) __syncthreads();
  x[threadIdx.x] = 1;
}
__global__ void waits_if_same(float* x, bool p, bool q) {
  if (p == q || threadIdx.x < 7) __syncthreads();
  x[threadIdx.x] = 1;
}
void go(float* x, Settings s, int n, bool p, bool q) {
  if (p) waits_if<<<1, 64>>>(x, p);  // expect: proved
  if (!p) waits_if<<<2, 64>>>(x, !p);  // expect: proved
  const bool both = p && n > 4;
  if (both) waits_if<<<3, 64>>>(x, both);  // expect: proved
  if (s.first || s.second) waits_by_either<<<1, 64>>>(s);  // expect: proved
  waits_if_large<<<1, 64>>>(x, n, n > 3);  // expect: proved
  waits_if_same<<<1, 64>>>(x, p, p);  // expect: proved
  if (!(p ^ q)) waits_if_same<<<2, 64>>>(x, p, q);  // expect: proved
}
