// Calls by the function's name.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
int* out;
extern "C" void run(int n) {
  k<<<1, n>>>(out);  // expect: proved
}
extern "C" void launch(int n);
int main() {
  cudaMalloc(&out, 4096);
  run(64);
  launch(48);
}
