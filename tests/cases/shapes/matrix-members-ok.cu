// case: matrix-members   expect: safe   class: race   launch: grid(any) block(16,16)   at: -
// The sizes of the matrix are members of a structure.
struct Extent { int width, height; };
__global__ void ramp(const float* in, float* out, Extent e) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < e.width && y < e.height) out[y * e.width + x] = in[0] * x + y;
}
