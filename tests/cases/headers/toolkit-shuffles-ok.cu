// case: toolkit-shuffles   expect: safe   class: full-mask-divergent   launch: grid(1) block(64)   rule: -   at: -
// note: of several shuffles, functions of the toolkit's headers to nvcc, one leaves lanes out; the mask says so, in the bug it does not
#include <cuda/std/cstdint>
extern "C" __global__ void sums(const cuda::std::uint32_t *in, cuda::std::uint32_t *out) {
  cuda::std::uint32_t v = in[threadIdx.x];
  v += __shfl_down_sync(0xffffffffu, v, 16);
  v += __shfl_down_sync(0xffffffffu, v, 8);
  if (threadIdx.x % 32 < 16) {
    v += __shfl_down_sync(0x0000ffffu, v, 4, 16);
  }
  __syncwarp();
  out[threadIdx.x] = v + __shfl_down_sync(0xffffffffu, v, 1);
}
