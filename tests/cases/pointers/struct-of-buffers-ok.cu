// case: struct-of-buffers-ok   expect: safe   class: race   launch: grid(any) block(any:32)   rule: -   at: -
// why: the members of the structure are buffers of their own, and a thread reads and writes its own words.
struct Frame {
  const int* in;
  int rows, columns;
  int* out;
};
__global__ void mirror(Frame frame) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= frame.columns) return;
  for (int row = 0; row < frame.rows; ++row)
    frame.out[row * frame.columns + column] = frame.in[(row + 1) * frame.columns - 1 - column];
}
