// case: struct-of-buffers-ok   expect: safe   class: race   launch: grid(any) block(any:32)   rule: -   at: -
// why: the members of the structure are buffers of their own, and a thread writes its own word
struct Frame {
  const int* in;
  int columns;
  int* out;
};
__global__ void mirror(Frame frame) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < frame.columns) frame.out[column] = frame.in[frame.columns - 1 - column];
}
