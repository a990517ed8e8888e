// case: grid-barrier   expect: safe   class: missing-grid-sync   launch: grid(2) block(32)   rule: -   at: -
// note: a second phase reads what other blocks write in the first; that takes a second kernel or a grid barrier
__device__ unsigned arrived = 0;

extern "C" __global__ void phases(const int *in, int *tmp, int *out) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  tmp[i] = in[i] * 2;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < gridDim.x) {
    }
  }
  __syncthreads();
  __threadfence();
  out[i] = tmp[(i + 32) & 63];
}
