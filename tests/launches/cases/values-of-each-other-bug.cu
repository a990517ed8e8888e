// Two variables that are given each other's values, one of them by a call.
#include <utility>
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
bool op();
static std::pair<int, int> turned(int a, int b) { return {b, a}; }
void run(int* out, int b) {
  int a = 2;
  if (op()) {
    auto [x, y] = turned(5, a);
    b = y;
  }
  a = b;
  k<<<1, b>>>(out);  // expect: violation
}
