// Two objects' members of one name.
#include <vector>
struct S { std::vector<int> v; };
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != n ? 0 : t] = t;
  out[t] = s[t];
}
void run(S& a, S& b) {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<(int)a.v.size(), 64>>>(out, (int)b.v.size());  // expect: unknown
}
