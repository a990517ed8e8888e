// A default argument has an effect.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int size = 64;
int change() { size = 5000; return 16; }
int bytes(int b = change()) { return b; }
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<(size + 63) / 64, 64, bytes()>>>(out, size);  // expect: unknown
}
