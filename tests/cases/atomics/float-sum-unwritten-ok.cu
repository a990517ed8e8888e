// case: float-sum-unwritten-ok   expect: safe   class: uninitialised   launch: grid(1) block(64)   rule: -   at: -
// note: thread 0 writes the sum before threads add to it
__global__ void k(float* out, const float* in, int n) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}
