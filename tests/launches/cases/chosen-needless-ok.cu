// The same sizes, of kernels that are right for any.
#include <cstdlib>
__global__ void stores(float* d, int n) { d[blockIdx.x * blockDim.x + threadIdx.x] = n; }
static int round_up(int n) {
  while (n % 32) ++n;
  return n;
}
int main(int argc, char** argv) {
  float* d = nullptr;
  stores<<<1, 64>>>(d, 2 * atoi(argv[1]) + 1);  // expect: proved
  stores<<<2, 64>>>(d, round_up(argc));         // expect: proved
}
