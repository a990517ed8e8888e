// case: pitch-of-a-member   expect: safe   class: race   launch: grid(any) block(16,16)   at: -
// Rows are as far apart as a member says, which is at least their length.
struct Extent { int width, height, pitch; };
__global__ void k(int* out, Extent e) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (e.pitch >= e.width && x < e.width && y < e.height) out[y * e.pitch + x] = x;
}
