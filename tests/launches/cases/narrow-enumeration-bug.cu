// An enumeration may have fewer bits than what is made one.
enum E : unsigned char {};
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 0x140 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  n = 0x140;
  k<<<1, 64>>>(out, (int)(E)n);  // expect: violation
}
