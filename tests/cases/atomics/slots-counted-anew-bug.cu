// case: slots-counted-anew   expect: unsafe   class: atomic-counter   launch: grid(1) block(256)   rule: race   at: if (t < count)
// cause: the counter is set back while others still compare with it
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
    if (t == 0) count = 0;
    __syncthreads();
  }
}
