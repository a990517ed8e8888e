// case: pathfinder   expect: unsafe   class: dynamic-programming   launch: grid(1) block(128)   at: prev[t] = next[t];
// level: ptx
__global__ void path(const int* wall, int* cost, int rows) {
  __shared__ int prev[128], next[128];
  const int t = threadIdx.x;
  prev[t] = cost[t];
  __syncthreads();
  for (int r = 0; r < rows; ++r) {
    const int left = prev[t == 0 ? 0 : t - 1], up = prev[t], right = prev[t == 127 ? 127 : t + 1];
    next[t] = min(left, min(up, right)) + wall[(r & 7) * 128 + t];
    prev[t] = next[t];
    __syncthreads();
  }
  cost[t] = prev[t];
}
