// case: counter-parameter   expect: safe   class: missing-fence   launch: grid(4) block(64)   rule: -   at: -
// source: PyTorch PR #128455 and the threadFenceReduction sample
extern "C" __global__ void reduce(const int *in, int *part, unsigned *count, int *out) {
  __shared__ bool last;
  int v = in[blockIdx.x * 64 + threadIdx.x];
  v = __reduce_add_sync(0xffffffffu, v);
  __shared__ int two[2];
  if ((threadIdx.x & 31) == 0) two[threadIdx.x >> 5] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    part[blockIdx.x] = two[0] + two[1];
    __threadfence();
    last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence();
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += part[b];
    out[0] = total;
  }
}
