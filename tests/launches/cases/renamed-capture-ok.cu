// A lambda changes a variable that it captures under another name.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n > 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int *out, n = 64;
  cudaMalloc(&out, 4096);
  auto change = [m = n]() mutable { m = 1000; };
  change();
  auto launch = [&] { k<<<1, 64>>>(out, n); };  // expect: proved
  launch();
}
