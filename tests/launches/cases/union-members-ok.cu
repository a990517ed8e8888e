// Members of a union lie at one place.
union U { int n; unsigned m; };
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  U u;
  u.n = 64;
  k<<<1, 64>>>(out, u.n);  // expect: proved
}
