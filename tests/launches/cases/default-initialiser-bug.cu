// A default member initialiser has an effect.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int size = 64;
int change() { size = 5000; return 16; }
struct S { int b = change(); };
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<(size + 63) / 64, 64, S{}.b>>>(out, size);  // expect: unknown
}
