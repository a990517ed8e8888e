// Two members are read from a file at once.
#include <cstdio>
struct Header { int width, height; };
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  FILE* f = fopen("x", "rb");
  Header h = {32, 64};
  fread(&h.width, sizeof(int), 2, f);
  k<<<1, 64>>>(out, h.height);  // expect: violation
}
