// A class of another's name.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<1, 64>>>(out, sizeof(float3) + 52);  // expect: proved
}
