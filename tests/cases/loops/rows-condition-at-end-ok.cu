// case: rows-condition-at-end   expect: safe   class: race   launch: grid(any) block(256)   at: -
// The rows of rows-of-warps-ok.cu in loops as optimising compilers turn them around: i < columns is asked before the first
// iteration and at the end of each.
__global__ void softmax(float* out, const float* in, int rows, int columns) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= rows) return;
  const float* x = in + row * columns;
  float sum = 0;
  if (lane < columns) {
    int i = lane;
    do {
      sum += expf(x[i]);
      i += 32;
    } while (i < columns);
  }
  for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
  if (lane < columns) {
    int i = lane;
    do {
      out[row * columns + i] = expf(x[i]) / sum;
      i += 32;
    } while (i < columns);
  }
}
