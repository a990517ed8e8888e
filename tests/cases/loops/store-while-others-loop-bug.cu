// case: store-while-others-loop   expect: unsafe   class: race   launch: grid(1) block(64)   at: a[n - 300] = sum;
// Thread 0 left the loop and stores to what another one, which is still in it, reads.
extern "C" __global__ void k(int* a, int* out, int n, int m) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 64) sum += a[i];
  if (threadIdx.x == 0 && m == 123456789 && n > 700 && n < 800 && n % 64 == 10) a[n - 300] = sum;
  out[threadIdx.x] = sum;
}
