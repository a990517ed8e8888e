// case: compact-shared   expect: unsafe   class: compaction   launch: grid(1) block(128)   at: place[t] += before;
// level: ptx
__global__ void compact(const int* in, int* out, int* count) {
  __shared__ int place[128];
  const int t = threadIdx.x, v = in[blockIdx.x * 128 + t];
  place[t] = v > 0;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    const int before = t >= d ? place[t - d] : 0;
    place[t] += before;
    __syncthreads();
  }

  if (v > 0) out[blockIdx.x * 128 + t] = place[t];
  if (t == 127) count[blockIdx.x] = place[127];
}
