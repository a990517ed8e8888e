// Addresses of two variables; a pointer that held such an address before; and a kernel that has each thread at its own element.
__device__ float table[64], other[64];
__global__ void from_table(float* out) {
  int t = threadIdx.x;
  out[t] = table[63 - t];
}
__global__ void own_of_table(float* out) {
  int t = threadIdx.x;
  out[t] = 2 * table[t];
}
__global__ void mirror(float* out, const float* in) {
  int t = threadIdx.x;
  out[t] = in[63 - t];
}
int main() {
  float *d, *e, *f;
  cudaGetSymbolAddress((void**)&d, table);
  cudaGetSymbolAddress((void**)&e, other);
  own_of_table<<<1, 64>>>(d);  // expect: proved
  from_table<<<1, 64>>>(e);  // expect: proved
  mirror<<<1, 64>>>(d, e);  // expect: proved
  cudaMalloc(&f, 4096);
  d = f;
  from_table<<<2, 64>>>(d);  // expect: proved
}
