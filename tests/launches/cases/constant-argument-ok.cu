// All threads have an element, or lanes are missing.
__global__ void k(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
int main() {
  int* out;
  cudaMalloc(&out, 512);
  k<<<2, 64>>>(out, 2 * 64);  // expect: proved
}
