// case: store-while-others-loop   expect: safe   class: race   launch: grid(1) block(64)   at: -
// Thread 0 stores to what it reads itself in the loop, and nobody else.
extern "C" __global__ void k(int* a, int* out, int n, int m) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 64) sum += a[i];
  if (threadIdx.x == 0 && m == 123456789 && n > 700 && n < 800 && n % 64 == 44) a[n - 300] = sum;
  out[threadIdx.x] = sum;
}
