// case: rows-below-a-product   expect: unsafe   class: race   launch: grid(any) block(256)   at: out[row * n + i] = x[i] / sum;
// The last row of a matrix has n + 1 elements, of which the last is the first one of the next row.
__global__ void lower(float* out, const float* in, int matrices, int n) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= matrices * n) return;
  int own = row % n + 1;
  const float* x = in + row * n;
  float sum = 0;
  for (int i = lane; i <= own; i += 32) sum += x[i];
  for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
  for (int i = lane; i <= own; i += 32) out[row * n + i] = x[i] / sum;
}
