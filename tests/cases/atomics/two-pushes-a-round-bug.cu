// case: two-pushes-a-round   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   at: left = top
// The top is read while others still push.
extern "C" __global__ void stack(const int* in, int* out, int rounds) {
  __shared__ int items[128], top;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0) top = 0;
    __syncthreads();
    if (in[r * 64 + threadIdx.x] > 0) items[atomicAdd(&top, 1)] = threadIdx.x;
    if (in[r * 64 + threadIdx.x] > 7) items[atomicAdd(&top, 1)] = threadIdx.x;
    const int left = top;
    __syncthreads();
    const int at = left - 1 - static_cast<int>(threadIdx.x);
    if (at >= 0) out[at] = items[at];
    __syncthreads();
  }
}
