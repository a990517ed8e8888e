// An operator is a function like others: its arguments are what is written.
int* out;
__global__ void k(int* out) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x % 64];
}
void operator*(dim3 block, dim3 grid) {
  k<<<grid, block>>>(out);  // expect: proved
}
int main() {
  cudaMalloc(&out, 4096);
  dim3(64) * dim3(1);
}
