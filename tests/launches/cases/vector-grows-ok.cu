// The size of a vector is one number while nothing changes the vector.
#include <vector>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != n ? 0 : t] = t;
  out[t] = s[t];
}
int* upload(const std::vector<int>& v) {
  int* p;
  cudaMalloc(&p, v.size() * sizeof(int));
  return p;
}
int main(int count, char**) {
  std::vector<int> v(count);
  int* p = upload(v);
  k<<<(int)v.size(), 64>>>(p, (int)v.size());  // expect: proved
}
