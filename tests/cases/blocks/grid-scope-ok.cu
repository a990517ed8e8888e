// case: grid-scope   expect: safe   class: inter-block   launch: grid(2) block(96)   at: -
// An atomic of the block's scope is none for other blocks.
__device__ int total;
__global__ void sum(const int* in) {
  int s = in[blockIdx.x * 96 + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, s);
}
