// case: rows-of-warps   expect: unsafe   class: race   launch: grid(any) block(256)   at: out[row * columns + i] = expf(x[i]) / sum;
// The last iteration stores the first element of the next row, which is another warp's.
__global__ void softmax(float* out, const float* in, int rows, int columns) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= rows) return;
  const float* x = in + row * columns;
  float sum = 0;
  for (int i = lane; i < columns; i += 32) sum += expf(x[i]);
  for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
  for (int i = lane; i <= columns; i += 32) out[row * columns + i] = expf(x[i]) / sum;
}
