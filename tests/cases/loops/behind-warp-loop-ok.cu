// case: behind-warp-loop   expect: safe   class: race   launch: grid(1) block(64)   at: -
// Rows are read in a loop that each warp leaves when it is done; all are done when one thread stores.
extern "C" __global__ void k(int* a, int* out, int n, int m) {
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int row = threadIdx.x / 32; row < n; row += 2) sum += __shfl_xor_sync(0xffffffffu, a[row * 32 + lane], 1);
  __syncthreads();
  if (threadIdx.x == 40 && m == 123456789 && n > 20 && n < 40) a[32 * n - 300] = sum;
  out[threadIdx.x] = sum;
}
