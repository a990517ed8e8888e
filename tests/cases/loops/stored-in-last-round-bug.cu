// case: stored-in-last-round   expect: unsafe   class: barrier   launch: grid(1) block(64)   at: __syncthreads();  // some
// What threads stored in their last rounds are numbers of different rounds.
extern "C" __global__ void k(int* out, int n, int m) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n; i += 64) s[threadIdx.x] = i / 64;
  __syncthreads();
  if (m == 123456789 && n > 500 && n < 600) {
    if (s[threadIdx.x] == s[0]) __syncthreads();  // some
  }
  out[threadIdx.x] = s[threadIdx.x];
}
