// case: rows-of-sixteen   expect: unsafe   class: row-per-z   launch: grid(any) block(32,2,2)   rule: memory.implicit-warp-sync   at: out[row * columns
// note: each thread stores sixteen neighbours of its row behind a block sum; threads are fifteen apart
__device__ float row_sum(float x, float (*part)[2]) {
  for (int d = 16; d > 0; d >>= 1) x += __shfl_xor_sync(~0u, x, d);
  if (threadIdx.x == 0) part[threadIdx.z][threadIdx.y] = x;
  __syncthreads();
  return part[threadIdx.z][0] + part[threadIdx.z][1];
}

extern "C" __global__ void centre(const float *in, float *out, int rows, int columns) {
  __shared__ float part[2][2];
  const int row = blockIdx.x * blockDim.z + threadIdx.z, first = (threadIdx.y * 32 + threadIdx.x) * 15;
  const bool outside = row >= rows || first >= columns;
  float v[16], sum = 0;
  for (int i = 0; i < 16; ++i) {
    v[i] = !outside && first + i < columns ? in[row * columns + first + i] : 0.0f;
    sum += v[i];
  }
  const float mean = row_sum(sum, part) / columns;
  if (outside) return;
  for (int i = 0; i < 16; ++i) {
    if (first + i < columns) out[row * columns + first + i] = v[15 - i] - mean;
  }
}
