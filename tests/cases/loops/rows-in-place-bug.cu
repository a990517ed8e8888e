// case: rows-in-place   expect: unsafe   class: race   launch: grid(any) block(128)   at: x[row * columns + i] /= most;
// Beside the last element of a row is the first one of the next, which another warp stores.
__global__ void normalise(float* x, int rows, int columns) {
  int lane = threadIdx.x % 32, row = blockIdx.x * 4 + threadIdx.x / 32;
  if (row >= rows) return;
  float most = 0;
  for (int i = lane; i < columns; i += 32) most = fmaxf(most, fabsf(x[row * columns + i + 1]));
  for (int o = 16; o > 0; o >>= 1) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, o));
  for (int i = lane; i < columns; i += 32) x[row * columns + i] /= most;
}
