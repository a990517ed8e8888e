// case: segment-tree   expect: unsafe   class: tree   launch: grid(1) block(64)   at: out[t] = tree[t == 0 ? 1 : t];
// level: ptx
__global__ void build(const int* in, int* out) {
  __shared__ int tree[128];
  const int t = threadIdx.x;
  tree[64 + t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int level = 32; level > 0; level /= 2) {
    if (t < level) tree[level + t] = max(tree[2 * (level + t)], tree[2 * (level + t) + 1]);
    __syncwarp();
  }
  out[t] = tree[t == 0 ? 1 : t];
}
