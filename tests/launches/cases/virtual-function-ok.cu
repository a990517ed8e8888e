// A virtual function is entered by calls of what it overrides.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n > 64 ? 0 : t] = t;
  out[t] = s[t];
}
struct Runner {
  void go(int* out, int n);
};
void Runner::go(int* out, int n) {
  k<<<1, 64>>>(out, n);  // expect: proved
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  Runner r;
  r.go(out, 64);
}
