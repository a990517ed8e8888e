// Tiles of cooperative groups shuffle whatever can be copied byte by byte.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
struct Best { float value; int index; };
struct Odd { unsigned char b[7]; };
__global__ void first_of_tile(const uint4* in, uint4* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  uint4 v = in[threadIdx.x];
  out[threadIdx.x] = tile.shfl(v, 0);
}
__global__ void arg_max(const float* in, Best* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  Best best{in[blockIdx.x * blockDim.x + threadIdx.x], (int)threadIdx.x};
  best = cg::reduce(tile, best, [] __device__(Best x, Best y) { return x.value > y.value ? x : y; });
  if (tile.thread_rank() == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = best;
}
__global__ void neighbours(Odd* io, __half* h, double* d) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  io[threadIdx.x] = tile.shfl_xor(io[threadIdx.x], 5);
  h[threadIdx.x] = tile.shfl_down(h[threadIdx.x], 1);
  d[threadIdx.x] = tile.shfl_up(d[threadIdx.x], 1);
}
int main() {
  uint4 *in, *out;
  float* f;
  Best* best;
  Odd* odd;
  __half* h;
  double* d;
  cudaMalloc(&in, 256 * sizeof(uint4));
  cudaMalloc(&out, 256 * sizeof(uint4));
  cudaMalloc(&f, 1024 * sizeof(float));
  cudaMalloc(&best, 32 * sizeof(Best));
  cudaMalloc(&odd, 256 * sizeof(Odd));
  cudaMalloc(&h, 256 * sizeof(__half));
  cudaMalloc(&d, 256 * sizeof(double));
  first_of_tile<<<1, 256>>>(in, out);  // expect: proved
  first_of_tile<<<1, 40>>>(in, out);  // expect: proved
  arg_max<<<4, 256>>>(f, best);  // expect: proved
  arg_max<<<4, 250>>>(f, best);  // expect: violation
  neighbours<<<1, 256>>>(odd, h, d);  // expect: proved
}
