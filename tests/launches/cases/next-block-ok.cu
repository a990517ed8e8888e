// One variable for the blocks of two launches, one after the other.
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
void numbers(float* a) {
  int b = 128;
  large<<<1, b>>>(a);  // expect: proved
  b = 64;
  small<<<1, b>>>(a);  // expect: proved
}
void shapes(float* a, int n) {
  dim3 b;
  for (int i = 0; i < n; ++i) {
    b.x = 128;
    large<<<1, b>>>(a);  // expect: proved
    b.x = 64;
    small<<<1, b>>>(a);  // expect: proved
  }
}
