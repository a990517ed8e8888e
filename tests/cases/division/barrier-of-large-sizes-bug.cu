// case: barrier-of-large-sizes   expect: unsafe   class: divergent-barrier   launch: grid(any) block(2,4)   at: threadIdx.x == 0) __syncthreads()
// The barrier has nothing to do with the index: its error is one of large sizes, too.
__global__ void k(int* out, int w, int h) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = x;
  if (w == 3 && h == 2000000000 && threadIdx.x == 0) __syncthreads();
  __syncthreads();
}
