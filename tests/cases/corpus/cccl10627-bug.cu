// case: cccl10627   expect: unsafe   class: missing-syncthreads-signal   launch: grid(2) block(64)   rule: race   at: out[threadIdx.x] = hist[threadIdx.x];
// source: NVIDIA/cccl PR #10627 (DeviceTopK)
// url: https://github.com/NVIDIA/cccl/pull/10627
// cause: thread 0 signals that its block is done while its other threads may not have added their counts
extern "C" __global__ void merge_hist(const int *in, int *hist, int *done, int *out) {
  __shared__ bool last;
  hist[blockIdx.x * 64 + threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x] & 7;
  __threadfence();
  if (threadIdx.x == 0) last = atomicAdd(done, 1) == (int)gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    int s = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) s += hist[b * 64 + (63 - threadIdx.x)];
    out[threadIdx.x] = hist[threadIdx.x];
    out[64 + threadIdx.x] = s;
  }
}
