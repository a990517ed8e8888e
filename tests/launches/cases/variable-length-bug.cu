// The size of an array of variable length, in the words of the program.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
void by_bytes(int* out, int m) {
  char buffer[64 + m];
  k<<<1, sizeof(buffer)>>>(out);  // expect: violation
}
void by_elements(int* out, int m) {
  float row[32 * m];
  int t = sizeof(row) / sizeof(float);
  k<<<1, t>>>(out);  // expect: violation
}
