__global__ void letters(int* out, int n) {
  __shared__ int s[64];
  s[n == 91 ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
void run(int* out) { letters<<<1, 64>>>(out, 'A' + 25); }  // expect: violation
