// What runs while the arguments are computed may change a global variable.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int size = 64;
struct Wrapped {
  int* p;
  Wrapped(int* q) : p(q) { size = 1000; }
};
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<(size + 63) / 64, 64>>>(Wrapped(out).p, size);  // expect: unknown
}
