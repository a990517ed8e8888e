// case: matrix-members   expect: unsafe   class: race   launch: grid(any) block(16,16)   at: if (x < e.width && y < e.height) out[y * e.height + x] = in[0] * x + y;
// Rows are as far apart as there are rows: where they are longer, one overlaps the next.
struct Extent { int width, height; };
__global__ void ramp(const float* in, float* out, Extent e) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < e.width && y < e.height) out[y * e.height + x] = in[0] * x + y;
}
