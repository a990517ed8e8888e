// case: barrier-of-large-sizes   expect: safe   class: divergent-barrier   launch: grid(any) block(2,4)   at: -
// All threads come to the barrier, or none.
__global__ void k(int* out, int w, int h) {
  const int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = x;
  if (w == 3 && h == 2000000000) __syncthreads();
  __syncthreads();
}
