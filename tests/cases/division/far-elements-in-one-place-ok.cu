// case: far-elements-in-one-place   expect: safe   class: race   launch: grid(any) block(2,4)   at: -
// What is far is left out.
__global__ void k(int* out, int w, int h) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  const long long i = (long long)y * w + x;
  if (x < w && y < h && i <= 3000000000ll) out[i] = x;
}
