// case: read-only-added-to-ok   expect: safe   class: readonly   launch: grid(any) block(96)   at: -
// why: words below 4 are added to, the four behind them are loaded
__global__ void k(int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&count[threadIdx.x % 4], 1);
  __syncthreads();
  out[i] = __ldg(&count[4 + threadIdx.x % 4]);
}
