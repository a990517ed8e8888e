// case: set-again-if   expect: safe   class: atomic-counter   launch: grid(1) block(64)   at: -
// The barriers between two uses of the list stand under a condition.
extern "C" __global__ void keep(const int* in, int* out, int n) {
  __shared__ int list[64], count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  list[atomicAdd(&count, 1)] = in[threadIdx.x];
  __syncthreads();
  if (n > 5) {
    if (threadIdx.x < n) out[threadIdx.x] = list[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    list[atomicAdd(&count, 1)] = in[threadIdx.x] + 1;
    __syncthreads();
  }
  out[64 + threadIdx.x] = list[threadIdx.x];
}
