// case: grid-arrival-ok   expect: safe   class: missing-syncthreads   launch: grid(4) block(64)   rule: -   at: -
// why: thread 0 says so behind a barrier, and every thread has a fence before it.
__device__ unsigned finished = 0;
__global__ void count(const int* in, int* hist, int* out, int n) {
  __shared__ bool last;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&hist[in[i] & 63], 1);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    const int v = hist[threadIdx.x];
    out[threadIdx.x] = v;
  }
}
