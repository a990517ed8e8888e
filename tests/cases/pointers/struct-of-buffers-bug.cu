// case: struct-of-buffers-bug   expect: unsafe   class: race   launch: grid(any) block(any:32)   rule: memory.implicit-warp-sync   at: frame.out[column] = frame.out[
// cause: in place, a thread reads what its neighbour writes
// proved: -
struct Frame {
  const int* in;
  int columns;
  int* out;
};
__global__ void mirror(Frame frame) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column + 1 < frame.columns) frame.out[column] = frame.out[column + 1] + frame.in[column];
}
