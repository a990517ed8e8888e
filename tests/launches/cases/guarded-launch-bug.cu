// All threads have an element, or lanes are missing.
__global__ void k(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
void run(int* out, int n) {
  if (n % 16 != 0) return;
  k<<<n / 64 + 1, 64>>>(out, n);  // expect: violation
}
