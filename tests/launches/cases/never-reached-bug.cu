// What is behind a condition that is never true is not launched.
__global__ void k(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
bool kLarge = false;
void run(int* out) {
  k<<<1, 64>>>(out);  // expect: proved
  if (kLarge) k<<<1, 128>>>(out);  // expect: violation
}
