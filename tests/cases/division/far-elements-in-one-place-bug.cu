// case: far-elements-in-one-place   expect: unsafe   class: race   launch: grid(any) block(2,4)   at: out[i > 3000000000ll ? 0 : i] = x
// The index does not wrap around: that the sizes are large is no reason to assume that they are not.
__global__ void k(int* out, int w, int h) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  const long long i = (long long)y * w + x;
  if (x < w && y < h) out[i > 3000000000ll ? 0 : i] = x;
}
