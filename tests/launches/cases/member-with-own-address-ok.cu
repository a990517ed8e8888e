__global__ void small(int* out) {
  __shared__ int s[256];
  s[threadIdx.x % 256] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x % 256];
}
struct Sizes {
  int n;
  int m = 3;
  int* p = nullptr;
};
void run(int* out) {
  Sizes s{256};
  small<<<1, s.n>>>(out);  // expect: proved
}
