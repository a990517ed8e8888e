// Sizes that the program chooses in ways that are not followed; but the kernels are broken whatever they are.
#include <cstdlib>
__global__ void races(float* d, int n) { d[0] = threadIdx.x; }
__global__ void races_if_positive(float* d, int n) {
  if (n > 0) d[0] = threadIdx.x;
}
static int round_up(int n) {
  while (n % 32) ++n;
  return n;
}
int main(int argc, char** argv) {
  float* d = nullptr;
  races<<<1, 64>>>(d, 2 * atoi(argv[1]) + 1);  // expect: violation
  races<<<2, 64>>>(d, round_up(argc));         // expect: violation
  races_if_positive<<<1, 64>>>(d, round_up(argc));  // expect: unknown
}
