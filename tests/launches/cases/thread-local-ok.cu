// A variable that outlives the call has the value of its first one.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
void run(int* out, int n) {
  int first = n;
  k<<<(n + 63) / 64, 64>>>(out, first);  // expect: proved
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  run(out, n);
  run(out, n * 100);
}
