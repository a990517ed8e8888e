// case: slots-of-any-block   expect: safe   class: atomic-counter   launch: grid(1) block(any:32)   at: -
// The list has room for the largest block.
extern "C" __global__ void keep(const int* in, int* out, int n) {
  __shared__ int list[1024], count;
  for (int tile = 0; tile < n; tile += blockDim.x) {
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    const int v = tile + threadIdx.x < n ? in[tile + threadIdx.x] : 0;
    if (v > 0) list[atomicAdd(&count, 1)] = v;
    __syncthreads();
    if (threadIdx.x < count) out[tile + threadIdx.x] = list[threadIdx.x];
    __syncthreads();
  }
}
