// A lambda changes a variable under another name, and names it where nothing is computed.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  int blocks = (n + 63) / 64;
  auto change = [&m = n] { m = 1000 * sizeof(n); };
  change();
  k<<<blocks, 64>>>(out, n);  // expect: unknown
}
