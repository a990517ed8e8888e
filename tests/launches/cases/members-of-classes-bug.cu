// Members of one name of two types at one address.
struct A { int m, n; };
struct B { int n, m; };
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != n ? 0 : t] = t;
  out[t] = s[t];
}
void run(void* p) {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<((A*)p)->n, 64>>>(out, ((B*)p)->n);  // expect: unknown
}
