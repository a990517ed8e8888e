// case: two-pushes-a-round   expect: safe   class: atomic-counter   launch: grid(1) block(64)   at: -
// A stack in shared memory with room for two pushes of each thread.
extern "C" __global__ void stack(const int* in, int* out, int rounds) {
  __shared__ int items[128], top;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0) top = 0;
    __syncthreads();
    if (in[r * 64 + threadIdx.x] > 0) items[atomicAdd(&top, 1)] = threadIdx.x;
    if (in[r * 64 + threadIdx.x] > 7) items[atomicAdd(&top, 1)] = threadIdx.x;
    __syncthreads();
    const int left = top;
    __syncthreads();
    const int at = left - 1 - static_cast<int>(threadIdx.x);
    if (at >= 0) out[at] = items[at];
    __syncthreads();
  }
}
