// case: exchange-first   expect: unsafe   class: uninitialised   launch: grid(1) block(32)   rule: value.uninitialised   at: atomicAdd(&count, 1)
// Nothing was stored to the counter before it is added to.
extern "C" __global__ void first(int* out) {
  __shared__ int count;
  atomicAdd(&count, 1);
  __syncthreads();
  out[threadIdx.x] = count;
}
