// Who gets an array of pointers gets what they point to.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  void* arguments[] = {&out, &n};
  int blocks = (n + 63) / 64;
  *static_cast<int*>(arguments[1]) = 5000;
  k<<<blocks, 64>>>(out, n);  // expect: unknown
}
