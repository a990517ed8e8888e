// The loop runs so often that random runs are cut, and the race is after it.
__global__ void k(float* out, int n) {
  __shared__ float s[256];
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += 0.5f * i;
  s[threadIdx.x] = sum;
  out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x ^ 32];
}
void run(float* out) {
  k<<<64, 256>>>(out, 5000);  // expect: violation
}
