// case: slots-of-last-thread   expect: safe   class: atomic-counter   launch: grid(1) block(64)   at: -
// Another thread than the first sets the counter.
extern "C" __global__ void keep(const int* in, int* out, int n) {
  __shared__ int list[64], count;
  for (int tile = 0; tile < n; tile += 64) {
    if (threadIdx.x == blockDim.x - 1) count = 0;
    __syncthreads();
    const int v = in[tile + threadIdx.x];
    if (v > 0) list[atomicAdd(&count, 1)] = v;
    __syncthreads();
    if (threadIdx.x < count) out[tile + threadIdx.x] = list[threadIdx.x];
    __syncthreads();
  }
}
