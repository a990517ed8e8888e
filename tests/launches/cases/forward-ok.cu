// Arguments of a launch that come through a helper as references, forwarded or not, are what the caller gave.
#include <utility>
__global__ void grid_covers(float* out, int n) {
  // The first thread behind the last block would write, too.
  if ((gridDim.x - 1) * blockDim.x >= (unsigned)n && n > 0) out[0] = threadIdx.x;
}
__global__ void sizes(float* out, int rows, int half) {
  if (half > rows && rows >= 0) out[0] = threadIdx.x;
}
template <typename... Params, typename... Args>
void launch(void (*kernel)(Params...), int items, Args&&... args) {
  if (items <= 0) return;
  const int blocks = (items + 127) / 128;
  kernel<<<blocks, 128>>>(std::forward<Args>(args)...);  // expect: proved
}
template <typename Kernel, typename... Args>
void launch_any(Kernel&& kernel, Args&&... args) {
  kernel<<<2, 64>>>(std::forward<Args>(args)...);  // expect: proved
}
template <typename... Args>
void twice(Args&&... args) {
  launch_any(sizes, std::forward<Args>(args)...);
}
void by_reference(float* d, int& rows) {
  sizes<<<3, 64>>>(d, rows, rows / 2);  // expect: proved
}
void all(float* d, int n, const int rows) {
  launch(grid_covers, n, d, n);
  launch_any(sizes, d, rows, rows / 2);
  twice(d, n, n / 2);
  int mine = rows + 1;
  by_reference(d, mine);
}
int get();
int main() {
  float* d;
  cudaMalloc(&d, 1 << 20);
  all(d, get(), get());
}
