// The block of the second pass is that of the other launch.
__global__ void large(float* a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void small(float* a) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];
}
void numbers(float* a, int n) {
  int b = 128;
  for (int i = 0; i < n; ++i) {
    large<<<1, b>>>(a);  // expect: violation
    b = 64;
    small<<<1, b>>>(a);  // expect: proved
  }
}
