// Const taken away of a reference to a variable that is not constant.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
void run(int* out, const int& n) {
  int blocks = (n + 63) / 64;
  const_cast<int&>(n) = 5000;
  k<<<blocks, 64>>>(out, n);  // expect: unknown
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  run(out, n);
}
