// case: slots-counted-anew   expect: safe   class: atomic-counter   launch: grid(1) block(256)   rule: -   at: -
// note: the counter is set back behind each tile, so that it starts from 0 in any round and fills no more than the list
__global__ void tiles(const int* in, int* out, int n) {
  __shared__ int list[256], count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  for (int first = 0; first < n; first += 256) {
    const int v = first + t < n ? in[first + t] : 0;
    if (v > 0) list[atomicAdd(&count, 1)] = v;
    __syncthreads();
    if (t < count) out[first + t] = list[t];
    __syncthreads();
    if (t == 0) count = 0;
    __syncthreads();
  }
}
