// case: matrix-bug   expect: unsafe   class: bounds   launch: grid(any) block(64)   rule: memory.out-of-bounds   at: = -in[at]
// size: in=4 * rows * cols
// size: out=4 * rows * cols
// cause: row * cols + column is an int, and wraps around for matrices of more than 2^31 elements
__global__ void negate(const float* in, float* out, int rows, int cols) {
  int row = blockIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < cols) {
    int at = row * cols + column;
    out[at] = -in[at];
  }
}
