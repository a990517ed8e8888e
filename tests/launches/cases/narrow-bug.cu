// Parameters of 8 and 16 bits that cut off what they are given are other numbers.
__global__ void small(float* d, short n) {
  if (n < 0) d[0] = threadIdx.x;
}
__global__ void byte(float* d, unsigned char n, int m) {
  if (n < m) d[0] = threadIdx.x;
}
__global__ void first(float* d, unsigned char bit) {
  if (bit < 10) d[0] = threadIdx.x;
}
__global__ void mode(float* d, char c) {
  if (c != 5) d[0] = threadIdx.x;
}
void f(float* d, int n, unsigned m) {
  if (n >= 0) small<<<1, 64>>>(d, n);  // expect: violation
  if (m <= 32768) small<<<2, 64>>>(d, m);  // expect: violation
  if (n >= 0 && n <= 256) byte<<<1, 64>>>(d, n, n);  // expect: violation
  for (int bit = 10; bit <= 256; ++bit) first<<<1, 64>>>(d, bit);  // expect: violation
  mode<<<1, 64>>>(d, n);  // expect: violation
}
