// The size of an array of constant length.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
void by_bytes(int* out, int m) {
  char buffer[64 + 32];
  k<<<1, sizeof(buffer)>>>(out);  // expect: proved
}
void by_elements(int* out, int m) {
  float row[32 * 2][2];
  int t = sizeof(row) / sizeof(float);
  k<<<1, t>>>(out);  // expect: proved
}
