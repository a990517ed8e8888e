// case: stored-in-last-round   expect: safe   class: barrier   launch: grid(1) block(64)   at: -
// What thread 0 stored in its last round is one number for all threads.
extern "C" __global__ void k(int* out, int n, int m) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n; i += 64) s[threadIdx.x] = i / 64;
  __syncthreads();
  if (m == 123456789 && n > 500 && n < 600) {
    if (s[5] == s[0]) __syncthreads();  // all or none
  }
  out[threadIdx.x] = s[threadIdx.x];
}
