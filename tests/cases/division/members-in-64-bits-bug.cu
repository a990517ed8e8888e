// case: members-in-64-bits   expect: unsafe   class: race   launch: grid(any) block(16,16)   at: out[(long long)y * e.width + x] = x
// The last column of a row is the first one of the next row.
struct Extent { int width, height; };
__global__ void k(int* out, Extent e) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x <= e.width && y < e.height) out[(long long)y * e.width + x] = x;
}
