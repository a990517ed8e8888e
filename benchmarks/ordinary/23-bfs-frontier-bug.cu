// BFS step: frontier expansion with a block-local queue flushed to the global one.
#include <cuda_runtime.h>

constexpr int kQueue = 1024;

__global__ void bfs_expand(const int* row, const int* col, int* level, const int* frontier, int size, int* next, int* next_size, int depth) {
  __shared__ int queue[kQueue];
  __shared__ int tail;
  __shared__ int base;
  if (threadIdx.x == 0) tail = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) {
    const int u = frontier[i];
    for (int e = row[u]; e < row[u + 1]; ++e) {
      const int v = col[e];
      if (atomicCAS(&level[v], -1, depth) == -1) {
        const int at = atomicAdd(&tail, 1);
        if (at < kQueue)
          queue[at] = v;
        else
          next[atomicAdd(next_size, 1)] = v;
      }
    }
  }
  __syncthreads();
  const int count = min(tail, kQueue);
  if (threadIdx.x == 0) base = atomicAdd(next_size, count);
  for (int k = threadIdx.x; k < count; k += blockDim.x) next[base + k] = queue[k];
}

int bfs(const int* row, const int* col, int* level, int* a, int* b, int* d_size) {
  int size = 1, depth = 1;
  while (size > 0) {
    cudaMemset(d_size, 0, sizeof(int));
    bfs_expand<<<(size + 255) / 256, 256>>>(row, col, level, a, size, b, d_size, depth);
    cudaMemcpy(&size, d_size, sizeof(int), cudaMemcpyDeviceToHost);
    int* t = a;
    a = b;
    b = t;
    ++depth;
  }
  return depth;
}
