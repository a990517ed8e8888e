// case: tritonbench1266   expect: safe   class: lock-release   launch: grid(2) block(64)   rule: -   at: -
// source: tritonbench PR #1266, Triton PR #6307 (layer norm backward)
// url: https://github.com/meta-pytorch/tritonbench/pull/1266
__device__ int lock = 0;
extern "C" __global__ void ln_bwd(const float *part, float *dw) {
  const int t = threadIdx.x;
  if (t == 0)
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
  __syncthreads();
  __threadfence();
  dw[t] = dw[t] + part[blockIdx.x * 64 + t];
  __threadfence();
  __syncthreads();
  if (t == 0) atomicExch(&lock, 0);
}
