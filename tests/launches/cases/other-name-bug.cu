// Calls by another name of the function.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
int* out;
extern "C" void run(int n) {
  k<<<1, n>>>(out);  // expect: unknown
}
extern "C" void launch(int n) __attribute__((alias("run")));
int main() {
  cudaMalloc(&out, 4096);
  run(64);
  launch(48);
}
