// What is given is not any number: a relation says what divides it, or which ones it is is in no relation.
__global__ void rows(int* out, int m) {
  __shared__ int s[64];
  s[m % 4 == 0 ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
void padded(int* out, int n) { rows<<<1, 64>>>(out, (n + 255) / 256 * 256); }  // expect: proved
void doubled(int* out, int n) { rows<<<1, 64>>>(out, 4 * n); }                  // expect: proved
void next(int* out, int n) { rows<<<2, 64>>>(out, (n | 3) + 1); }              // expect: unknown
void four(int* out) { rows<<<1, 64>>>(out, 4); }                               // expect: proved
