// case: gather-lookup   expect: unsafe   class: shared-table   launch: grid(1) block(64)   at: out[i] = t[index[i] & 255];
// level: ptx
__global__ void lookup(const int* index, const float* table, float* out, int n) {
  __shared__ float t[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) t[i] = table[i];
  __syncwarp();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = t[index[i] & 255];
}
