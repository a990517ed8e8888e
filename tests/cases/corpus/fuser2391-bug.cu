// case: fuser2391   expect: unsafe   class: missing-fence   launch: grid(2) block(64)   rule: race   at: const float before = partial[threadIdx.x];
// source: NVIDIA Fuser PR #2391 (blockSerializeRelease)
// url: https://github.com/NVIDIA/Fuser/pull/2391
// cause: a block hands over its partial results through a semaphore without a fence before the release
extern "C" __global__ void serial_reduce(const float *in, float *partial, int *semaphore) {
  if (threadIdx.x == 0)
    while (atomicAdd(semaphore, 0) != (int)blockIdx.x) {
    }
  __syncthreads();
  const float before = partial[threadIdx.x];
  partial[threadIdx.x] = (blockIdx.x ? before : 0.0f) + in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(semaphore, (int)blockIdx.x + 1);
}
