// Any n is given, or nobody knows which: the kernel is broken for some.
__global__ void rows(int* out, int m) {
  __shared__ int s[64];
  s[m % 4 == 0 ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
void run(int* out, int n) { rows<<<1, 64>>>(out, n); }         // expect: violation
void next(int* out, int n) { rows<<<1, 64>>>(out, n + 1); }    // expect: violation
int rounded(int n);
void elsewhere(int* out, int n) { rows<<<1, 64>>>(out, rounded(n)); }  // expect: violation
void five(int* out) { rows<<<1, 64>>>(out, 5); }               // expect: violation
