// What runs while the arguments are computed may change a global variable.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int size = 64;
struct Plain {
  int* p;
};
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  Plain plain{out};
  k<<<(size + 63) / 64, 64>>>(Plain(plain).p, size);  // expect: proved
}
