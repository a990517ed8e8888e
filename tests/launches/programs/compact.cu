// Keeps the positive elements: a ballot for each warp, one atomic for each warp.
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void compact(const int* in, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? in[i] : 0;
  bool keep = i < n && v > 0;
  unsigned kept = __ballot_sync(0xffffffff, keep);
  int lane = threadIdx.x & 31, leader = __ffs(kept) - 1, base = 0;
  if (kept == 0) return;
  if (lane == leader) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(0xffffffff, base, leader);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = v;
}

int main(int argc, char**) {
  std::vector<int> host(1000 * argc);
  int *in, *out, *count;
  int n = static_cast<int>(host.size());
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  dim3 block(512);
  dim3 grid((n + block.x - 1) / block.x);
  compact<<<grid, block>>>(in, out, count, n);  // expect: proved
  cudaDeviceSynchronize();
  return memcmp(&n, &n, sizeof n);
}
