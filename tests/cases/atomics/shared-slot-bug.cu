// case: shared-slot   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: race   at: atomicAdd
// The counter is set back while others may still add to it.
extern "C" __global__ void keep(const int* in, int* out) {
  __shared__ int count, list[64];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const int v = in[threadIdx.x];
  if (v > 0) list[atomicAdd(&count, 1)] = v;
  if (threadIdx.x == 32) count = 0;
  __syncthreads();
  if (threadIdx.x < count) out[threadIdx.x] = list[threadIdx.x];
}
