// The address of a variable that the kernel knows by its name, or that two parameters are given.
__device__ float table[64];
__global__ void from_table(float* out) {
  int t = threadIdx.x;
  out[t] = table[63 - t];
}
__global__ void mirror(float* out, const float* in) {
  int t = threadIdx.x;
  out[t] = in[63 - t];
}
struct Pair {
  float* out;
  const float* in;
};
__global__ void mirror_pair(Pair p) {
  int t = threadIdx.x;
  p.out[t] = p.in[63 - t];
}
int main() {
  float* d;
  cudaGetSymbolAddress((void**)&d, table);
  from_table<<<1, 64>>>(d);  // expect: violation
  float* same;
  cudaGetSymbolAddress((void**)&same, table);
  mirror<<<1, 64>>>(d, same);  // expect: violation
  Pair p{d, same};
  mirror_pair<<<1, 64>>>(p);  // expect: violation
}
