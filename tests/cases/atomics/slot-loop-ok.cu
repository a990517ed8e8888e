// case: slot-loop   expect: safe   class: atomic-counter   launch: grid(1) block(128)   at: -
// The list is emptied for each tile.
extern "C" __global__ void keep(const int* in, int* out, int n) {
  __shared__ int list[128], count;
  for (int tile = 0; tile < n; tile += 128) {
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    const int v = in[tile + threadIdx.x];
    if (v > 0) list[atomicAdd(&count, 1)] = v;
    __syncthreads();
    if (threadIdx.x < count) out[tile + threadIdx.x] = list[threadIdx.x];
    __syncthreads();
  }
}
