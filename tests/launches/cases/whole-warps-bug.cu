// A full mask needs whole warps.
__global__ void k(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = __shfl_xor_sync(0xffffffffu, i, 1);
  if (i < n) out[i] = v;
}
int main(int argc, char**) {
  int* out;
  cudaMalloc(&out, argc * sizeof(int));
  constexpr int kThreads = 4 * 32 - 3;
  k<<<argc, kThreads>>>(out, argc * kThreads);  // expect: violation
}
