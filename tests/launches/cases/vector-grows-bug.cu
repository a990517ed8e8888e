// The size of a vector is one number while nothing changes the vector.
#include <vector>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != n ? 0 : t] = t;
  out[t] = s[t];
}
int* upload(std::vector<int>& v) {
  int* p;
  v.push_back(1);
  cudaMalloc(&p, v.size() * sizeof(int));
  return p;
}
int main(int count, char**) {
  std::vector<int> v(count);
  k<<<(int)v.size(), 64>>>(upload(v), (int)v.size());  // expect: unknown
}
