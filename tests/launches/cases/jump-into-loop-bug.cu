// A jump behind a launch comes back to it.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n > 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  int i = 0;
  if (n > 64) {
    if (n > 100) goto next;
    return 1;
  }
  while (i < 3) {
    k<<<1, 64>>>(out, n);  // expect: violation
  next:
    ++i;
  }
}
