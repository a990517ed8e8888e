// A local declaration of a global variable.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
void change();
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  extern int size;
  int blocks = (size + 63) / 64;
  change();
  k<<<blocks, 64>>>(out, size);  // expect: unknown
}
int size = 64;
void change() { size = 1000; }
