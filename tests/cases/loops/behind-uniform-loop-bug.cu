// case: behind-uniform-loop   expect: unsafe   class: race   launch: grid(1) block(64)   at: a[n - 9] = sum;
// Everyone reads a[] in the loop, and leaves it in one round; thread 3 may still be in it when thread 0 stores.
extern "C" __global__ void k(float* a, float* out, int n, int m) {
  float sum = 0.0f;
  for (int j = 0; j < n; ++j) sum += a[j];
  if (threadIdx.x == 0 && m == 123456789 && n >= 9 && n < 40) a[n - 9] = sum;
  out[threadIdx.x] = sum;
}
