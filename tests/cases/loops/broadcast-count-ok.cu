// case: broadcast-count   expect: safe   class: loop-collective   launch: grid(1) block(32)   at: -
// why: lane 0 says how many rounds there are
__global__ void rounds(const int *in, int *out) {
  int acc = in[threadIdx.x];
  int n = acc & 15;
  n = __shfl_sync(0xffffffffu, n, 0);
  for (int k = 0; k < n; ++k)
    acc ^= __shfl_sync(0xffffffffu, acc, k);
  __syncwarp();
  out[threadIdx.x] = acc;
}
