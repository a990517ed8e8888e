// A class whose constructors compute the launch.
struct Config {
  dim3 grid, block;
  int n;
  explicit Config(int n, int threads = 64) : grid(n / threads), block(threads), n(n) {}
  Config(dim3 grid, const dim3& block) : grid(grid), block(block.x + 32), n(grid.x * block.x) {}
};
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 || blockDim.x != 64 ? 0 : t] = t;
  __syncwarp();
  if (blockIdx.x * 64 + t < n) out[blockIdx.x * 64 + t] = s[t];
}
int main(int argc, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  Config by_size(argc);
  k<<<by_size.grid, by_size.block>>>(out, by_size.n);  // expect: violation
  const Config by_shape(dim3(argc), dim3(64));
  k<<<by_shape.grid, by_shape.block>>>(out, 64 * argc);  // expect: violation
}
