// case: broadcast-count   expect: unsafe   class: loop-collective   launch: grid(1) block(32)   at: acc ^= __shfl_sync(0xffffffffu, acc, k);
// cause: each lane runs its own count of rounds
// level: ptx
__global__ void rounds(const int *in, int *out) {
  int acc = in[threadIdx.x];
  int n = acc & 15;
  for (int k = 0; k < n; ++k)
    acc ^= __shfl_sync(0xffffffffu, acc, k);
  __syncwarp();
  out[threadIdx.x] = acc;
}
