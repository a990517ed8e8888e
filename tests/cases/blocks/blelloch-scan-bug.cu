// case: blelloch-scan   expect: unsafe   class: block-scan   launch: grid(1) block(64)   at: -
// cause: the down-sweep has no barrier between its rounds
// level: ptx
__global__ void exclusive(const int *in, int *out) {
  __shared__ int tree[128];
  const int t = threadIdx.x, n = 128;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  int offset = 1;
  for (int d = n / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset /= 2;
    if (t < d) {
      const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      const int old = tree[a];
      tree[a] = tree[b];
      tree[b] += old;
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}
