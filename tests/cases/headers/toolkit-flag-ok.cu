// case: toolkit-flag   expect: safe   class: volatile-flag   launch: grid(1) block(64)   rule: -   at: -
// note: the toolkit's header needs nvcc, of which a fence is a function; bug: the reader has none
#include <cuda/std/cstdint>
extern "C" __global__ void token(const cuda::std::int32_t *in, cuda::std::int32_t *out) {
  __shared__ cuda::std::int32_t data;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = in[0];
    __threadfence_block();
    ready = 1;
  }
  if (threadIdx.x == 32) {
    while (ready == 0) {
    }
    __threadfence_block();
    out[0] = data;
  }
}
