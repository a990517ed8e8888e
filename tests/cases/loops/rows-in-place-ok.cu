// case: rows-in-place   expect: safe   class: race   launch: grid(any) block(128)   at: -
// A warp reads and stores its own row only.
__global__ void normalise(float* x, int rows, int columns) {
  int lane = threadIdx.x % 32, row = blockIdx.x * 4 + threadIdx.x / 32;
  if (row >= rows) return;
  float most = 0;
  for (int i = lane; i < columns; i += 32) most = fmaxf(most, fabsf(x[row * columns + i]));
  for (int o = 16; o > 0; o >>= 1) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, o));
  for (int i = lane; i < columns; i += 32) x[row * columns + i] /= most;
}
