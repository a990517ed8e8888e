// Two variables that are given each other's values, one of them by a call.
#include <utility>
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
bool op();
static std::pair<int, int> turned(int a, int b) { return {b, a}; }
void run(int* out) {
  int a = 2, b = 32;
  if (op()) {
    auto [x, y] = turned(64, 2);
    b = y;
  }
  a = b;
  k<<<1, a>>>(out);  // expect: proved
}
