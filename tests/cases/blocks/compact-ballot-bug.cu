// case: compact-ballot   expect: unsafe   class: compaction   launch: grid(any) block(any:32)   rule: race   at: if (v > 0) out[base + offset[warp] + rank] = v;
// cause: the base is read before the first thread has reserved it
// level: ptx
__global__ void keep_positive(const int *in, int *out, int *count, int n) {
  __shared__ int offset[32];
  __shared__ int base;
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int v = i < n ? in[i] : 0;
  const unsigned votes = __ballot_sync(0xffffffffu, v > 0);
  const int rank = __popc(votes & ((1u << lane) - 1));
  if (lane == 0) offset[warp] = __popc(votes);
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      const int here = offset[w];
      offset[w] = total;
      total += here;
    }
    base = atomicAdd(count, total);
  }
  if (v > 0) out[base + offset[warp] + rank] = v;
}
