// Parameters of 8 and 16 bits are what they were given, where that fits them.
__global__ void mode(float* d, char c, signed char s) {
  if (c != 5 || s != -5) d[0] = threadIdx.x;
}
__global__ void small(float* d, short n, unsigned char m) {
  if (n < 0 || n > 300 || m > 9) d[0] = threadIdx.x;
}
__global__ void first(float* d, unsigned char bit) {
  if (bit > 7) d[0] = threadIdx.x;
}
void f(float* d, int n, long m) {
  mode<<<1, 64>>>(d, 5, -5);  // expect: proved
  if (n >= 0 && 300 >= n && m >= 0 && !(m > 9)) small<<<1, 64>>>(d, n, m);  // expect: proved
  for (int bit = 0; bit < 8; ++bit) first<<<1, 64>>>(d, bit);  // expect: proved
}
