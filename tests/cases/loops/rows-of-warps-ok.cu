// case: rows-of-warps   expect: safe   class: race   launch: grid(any) block(256)   at: -
// Each warp has a row of its own, row * columns + i with i < columns, whatever the sizes are.
__global__ void softmax(float* out, const float* in, int rows, int columns) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= rows) return;
  const float* x = in + row * columns;
  float sum = 0;
  for (int i = lane; i < columns; i += 32) sum += expf(x[i]);
  for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
  for (int i = lane; i < columns; i += 32) out[row * columns + i] = expf(x[i]) / sum;
}
