// case: behind-uniform-loop   expect: safe   class: race   launch: grid(1) block(64)   at: -
// Everyone reads a[] in the loop; the barrier orders that before the store.
extern "C" __global__ void k(float* a, float* out, int n, int m) {
  float sum = 0.0f;
  for (int j = 0; j < n; ++j) sum += a[j];
  __syncthreads();
  if (threadIdx.x == 0 && m == 123456789 && n >= 9 && n < 40) a[n - 9] = sum;
  out[threadIdx.x] = sum;
}
