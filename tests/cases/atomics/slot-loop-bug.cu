// case: slot-loop   expect: unsafe   class: atomic-counter   launch: grid(1) block(128)   at: list[atomicAdd
// The list is emptied once: from the second tile on it is too short.
extern "C" __global__ void keep(const int* in, int* out, int n) {
  __shared__ int list[128], count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  for (int tile = 0; tile < n; tile += 128) {
    const int v = in[tile + threadIdx.x];
    if (v > 0) list[atomicAdd(&count, 1)] = v;
    __syncthreads();
    if (threadIdx.x < count) out[tile + threadIdx.x] = list[threadIdx.x];
    __syncthreads();
  }
}
