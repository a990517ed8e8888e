// pair: rotate_by_index rotate_by_shared  expect: equivalent
// pair: rotate_by_index rotate_by_down  expect: different
// pair: reverse_by_xor reverse_by_index  expect: equivalent
// pair: reverse_by_xor reverse_halves  expect: different
// pair: transpose_by_index transpose_by_shared  expect: equivalent
// pair: transpose_by_index transpose_back  expect: different
// why: down does not wrap; xor 15 for 31; rows for columns
__device__ int rotate_by_index(int v) { return __shfl_sync(0xffffffffu, v, (threadIdx.x + 1) & 31); }
__device__ int rotate_by_shared(int v) {
  __shared__ int s[32];
  s[(threadIdx.x + 31) % 32] = v;
  __syncwarp();
  return s[threadIdx.x];
}
__device__ int rotate_by_down(int v) { return __shfl_down_sync(0xffffffffu, v, 1); }
__device__ int reverse_by_xor(int v) { return __shfl_xor_sync(0xffffffffu, v, 31); }
__device__ int reverse_by_index(int v) { return __shfl_sync(0xffffffffu, v, 31 - (int)threadIdx.x); }
__device__ int reverse_halves(int v) { return __shfl_xor_sync(0xffffffffu, v, 15); }
// 4 rows of 8 to 8 rows of 4.
__device__ int transpose_by_index(int v) {
  const int t = threadIdx.x;
  return __shfl_sync(0xffffffffu, v, t % 4 * 8 + t / 4);
}
__device__ int transpose_by_shared(int v) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t % 8 * 4 + t / 8] = v;
  __syncthreads();
  return s[t];
}
__device__ int transpose_back(int v) {
  const int t = threadIdx.x;
  return __shfl_sync(0xffffffffu, v, t % 8 * 4 + t / 8);
}
