// case: pitch-of-a-member   expect: unsafe   class: race   launch: grid(any) block(16,16)   at: out[y * e.pitch + x] = x
// The distance of rows is positive, but may be less than their length.
struct Extent { int width, height, pitch; };
__global__ void k(int* out, Extent e) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (e.pitch > 0 && x < e.width && y < e.height) out[y * e.pitch + x] = x;
}
