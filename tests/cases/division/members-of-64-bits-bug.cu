// case: members-of-64-bits   expect: unsafe   class: race   launch: grid(any) block(16,16)   at: out[y * e.width + x] = x
// The column behind the last one is the first one of the next row.
struct Extent { long long width, height; };
__global__ void k(int* out, Extent e) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x <= e.width && y < e.height) out[y * e.width + x] = x;
}
