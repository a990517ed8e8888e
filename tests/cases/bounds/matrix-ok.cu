// case: matrix-ok   expect: safe   class: bounds   launch: grid(any) block(32,8)   rule: -   at: -
// size: in=4 * rows * cols
// size: out=4 * rows * cols
// why: a product of 64 bits does not wrap around; row < rows and column < cols keep the element inside
__global__ void negate(const float* in, float* out, int rows, int cols) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < cols) {
    size_t at = (size_t)row * cols + column;
    out[at] = -in[at];
  }
}
