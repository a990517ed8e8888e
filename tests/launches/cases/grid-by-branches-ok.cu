// Grids that code computes which is not followed: with each of these the kernel's one step covers all. Of a grid that is too
// small it is not known whether the program has it.
#include <tuple>

template <int kNumber>
__global__ void once(int* out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (n > gridDim.x * 256 && threadIdx.x < 3) __syncthreads();
  if (i < n) out[i] = i;
}

int in_steps(int n) {
  int r = n / 256;
  while (r * 256 < n) r += 1;
  return r;
}

std::tuple<int, int> both(int n) { return {(n + 255) / 256, 256}; }

void by_function(int* out, int n) {
  once<1><<<in_steps(n), 256>>>(out, n);  // expect: unknown
}

void by_lambda(int* out, int n) {
  auto blocks = [&] {
    int r = n / 256;
    while (r * 256 < n) r += 1;
    return r;
  };
  once<2><<<blocks(), 256>>>(out, n);  // expect: unknown
}

void by_loop(int* out, int n) {
  int r = n / 256;
  while (r * 256 < n) r += 1;
  once<3><<<r, 256>>>(out, n);  // expect: unknown
}

void by_tuple(int* out, int n) {
  once<4><<<std::get<0>(both(n)), 256>>>(out, n);  // expect: unknown
}

void by_tie(int* out, int n) {
  int grid, block;
  std::tie(grid, block) = both(n);
  once<5><<<grid, 256>>>(out, n);  // expect: unknown
}

void filled(int* out, int n) {
  dim3 grid;
  auto fill = [&](dim3& d) {
    d.x = n / 256;
    while (d.x * 256 < n) d.x += 1;
  };
  fill(grid);
  once<6><<<grid, 256>>>(out, n);  // expect: unknown
}
