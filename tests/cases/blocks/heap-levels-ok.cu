// case: heap-levels   expect: safe   class: tree   launch: grid(1) block(64)   at: -
__global__ void sums(const float *leaf, float *node) {
  __shared__ float tree[128];
  const int t = threadIdx.x;
  tree[64 + t] = leaf[t];
  for (int width = 32; width >= 1; width /= 2) {
    __syncthreads();
    if (t >= width && t < 2 * width) tree[t] = tree[2 * t] + tree[2 * t + 1];
  }
  __syncthreads();
  if (t > 0) node[t] = tree[t];
}
