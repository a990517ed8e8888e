// case: members-of-64-bits   expect: safe   class: race   launch: grid(any) block(16,16)   at: -
// Two elements are one only where width * height is past what a buffer has: of rows of 2^62 - 9 elements.
struct Extent { long long width, height; };
__global__ void k(int* out, Extent e) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < e.width && y < e.height) out[y * e.width + x] = x;
}
