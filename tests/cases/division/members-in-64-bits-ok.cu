// case: members-in-64-bits   expect: safe   class: race   launch: grid(any) block(16,16)   at: -
// In 64 bits nothing wraps around, and nothing is assumed of the sizes.
struct Extent { int width, height; };
__global__ void k(int* out, Extent e) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < e.width && y < e.height) out[(long long)y * e.width + x] = x;
}
